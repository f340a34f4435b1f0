export { PortfoliosAndPapers as Component } from '../insights/portfolios-and-papers.tsx';
