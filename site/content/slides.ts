import { listOf } from '../../contract/content-lists.ts';
import type { PictureShape } from '../../contract/pictures.ts';
import { declared } from './declared.ts';

/** The eight screens of the platform, in the order of the carousel. Pictures: site/public/screens/, of sample data. */
const shipped = [
  {
    id: 'asset-summary',
    title: 'Asset summary and technical chart',
    alt: 'A share’s price as candles with two moving averages, volume and relative strength; beside it a summary, the signal and the securities it moves with.',
  },
  {
    id: 'my-portfolios',
    title: 'My portfolios',
    alt: 'The value of all portfolios over time, above a list with value, return, volatility, deepest fall and benchmark of each.',
  },
  {
    id: 'signals-of-the-day',
    title: 'Signals of the day',
    alt: 'A list of securities with recent price, signal, strength and the record of earlier calls; one of them opened with the reasons for its signal.',
  },
  {
    id: 'report-agent',
    title: 'AI agent for report generation',
    alt: 'A prompt and a list of sections, the quarterly report written from them, and a chat about its figures.',
  },
  {
    id: 'portfolio-view',
    title: 'Portfolio view',
    alt: 'A portfolio’s growth against its benchmark, its holdings, its sectors and the share of risk that each holding brings.',
  },
  {
    id: 'watchlist',
    title: 'Watchlist',
    alt: 'Four securities with small charts, a list of others with day, month and year, and the alerts of the day.',
  },
  {
    id: 'wave-graph',
    title: 'Wave graph',
    alt: 'The market graph with waves around one bank: the fewer steps away, the warmer the colour; beside it the securities that move first.',
  },
  {
    id: 'analytics',
    title: 'Analytics: returns and volatility',
    alt: 'Growth, volatility and drawdown of a portfolio and its benchmark, a table of monthly returns and the distribution of daily ones.',
  },
];

export const slides: readonly Slide[] = declared(
  'slides',
  listOf(
    { least: 3, most: 12 },
    shipped.map((slide) => ({ ...slide, shape: 'screen', src: slide.id }) as const),
  ),
);

export type Slide = { id: string; title: string; alt: string; shape: PictureShape; src: string };

export const slideWords = declared('slideWords', {
  label: 'Screens of Cognitive PRO',
  pause: 'Pause',
  play: 'Play',
  previous: 'Previous screen',
  next: 'Next screen',
  note: 'Screens with sample data.',
});
