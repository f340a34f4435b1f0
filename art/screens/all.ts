import { analyticsScreen } from './analytics-screen.ts';
import { assetScreen } from './asset-screen.ts';
import { cardPictures } from './card-pictures.ts';
import { portfolioScreen } from './portfolio-screen.ts';
import { portfoliosScreen } from './portfolios-screen.ts';
import { reportScreen } from './report-screen.ts';
import type { Screen } from './screen-list.ts';
import { signalsScreen } from './signals-screen.ts';
import { watchlistScreen } from './watchlist-screen.ts';
import { waveScreen } from './wave.ts';

export const screens: readonly Screen[] = [
  assetScreen,
  portfoliosScreen,
  signalsScreen,
  reportScreen,
  portfolioScreen,
  watchlistScreen,
  waveScreen,
  analyticsScreen,
];
export const cards: readonly Screen[] = cardPictures;
