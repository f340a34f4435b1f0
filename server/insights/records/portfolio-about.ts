/** What is said of a portfolio beside its values. A version has its own, so that the past can be shown as it was. */
export type PortfolioAbout = {
  name: string;
  shortName: string;
  subName: string;
  description: string;
  /** Names of the benchmarks; empty where there is none. */
  benchmark: string;
  benchmark2: string;
};
