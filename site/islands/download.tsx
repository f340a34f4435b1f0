export { Download as Component } from '../pages/downloads/download.tsx';
