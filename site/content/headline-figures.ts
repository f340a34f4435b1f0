export const headlineFigures: { heading: string; figures: readonly HeadlineFigure[] } = {
  heading: 'The platform in figures',
  figures: [
    { id: 'data', number: 12_637_617_930, text: 'data processed', decimals: 0, prefix: '', suffix: '', colour: 'ink' },
    { id: 'securities', number: 8173, text: 'securities under advisory', decimals: 0, prefix: '', suffix: '', colour: 'ink' },
    { id: 'trades', number: 4_145_118, text: 'trades generated', decimals: 0, prefix: '', suffix: '', colour: 'ink' },
    {
      id: 'profit',
      number: 86_428_392,
      text: 'cumulated profit to last quarter',
      decimals: 0,
      prefix: '€ ',
      suffix: '',
      colour: 'primary',
    },
    {
      id: 'profit-year',
      number: 11_576_362,
      text: 'average net profit per year',
      decimals: 0,
      prefix: '€ ',
      suffix: '',
      colour: 'primary',
    },
    {
      id: 'performance',
      number: 85.8,
      text: 'cumulated net performance to last quarter',
      decimals: 1,
      prefix: '+',
      suffix: '%',
      colour: 'gain',
    },
    { id: 'performance-year', number: 14.46, text: 'annualized net performance', decimals: 2, prefix: '+', suffix: '%', colour: 'gain' },
    { id: 'reports-day', number: 9587, text: 'robo-reports generated daily', decimals: 0, prefix: '', suffix: '', colour: 'ink' },
    { id: 'reports-year', number: 2_400_000, text: 'robo-reports generated yearly', decimals: 0, prefix: '', suffix: '', colour: 'ink' },
    { id: 'report-time', number: 633, text: 'single report generation time', decimals: 0, prefix: '', suffix: ' ms', colour: 'ink' },
  ],
};

export type HeadlineFigure = {
  id: string;
  number: number;
  text: string;
  decimals: number;
  prefix: string;
  suffix: string;
  /** A colour token. */
  colour: 'ink' | 'primary' | 'gain';
};
