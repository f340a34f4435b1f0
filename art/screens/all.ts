import { analyticsScreen } from './analytics.ts';
import { assetScreen } from './asset.ts';
import { cardPictures } from './cards.ts';
import { portfolioScreen } from './portfolio.ts';
import { portfoliosScreen } from './portfolios.ts';
import { reportScreen } from './report.ts';
import type { Screen } from './screens.ts';
import { signalsScreen } from './signals.ts';
import { watchlistScreen } from './watchlist.ts';
import { waveScreen } from './wave.ts';

/** The eight screens of the carousel, in its order, and the four pictures of the cards. */
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
