export { Insights as Component } from '../insights/insights.tsx';
