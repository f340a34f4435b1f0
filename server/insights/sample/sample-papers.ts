import figuresPdf from './papers/figures.pdf?inline';
import figuresImage from './papers/figures.avif?inline';
import graphPdf from './papers/market-graph.pdf?inline';
import graphImage from './papers/market-graph.avif?inline';
import recordPdf from './papers/track-record.pdf?inline';
import recordImage from './papers/track-record.avif?inline';
import { METHOD_PAPER } from '../../../contract/paper.ts';

/** The month that their first pages name. */
const date = '2025-01-31';

/** The papers of a new store. The first one is shown large. */
export const samplePapers = [
  {
    id: METHOD_PAPER,
    name: 'How the figures are computed and checked.pdf',
    descr:
      'Every formula behind a portfolio’s card, from the track record to the information ratio: what it leaves out, where such figures go wrong, and one record computed by three public libraries that you can repeat.',
    date,
    pdf: bytesOf(figuresPdf),
    image: bytesOf(figuresImage),
  },
  {
    id: 'market-graph',
    name: 'How to read a market graph.pdf',
    descr:
      'From correlations to distances to lines: what clusters, bridges and leaves tell about a portfolio, how the graph moves in a crash, and from how many days a line means anything.',
    date,
    pdf: bytesOf(graphPdf),
    image: bytesOf(graphImage),
  },
  {
    id: 'track-record',
    name: 'What a track record can and cannot tell.pdf',
    descr:
      'How many years a Sharpe ratio needs, how good the best of a hundred records looks by luck alone, why the deepest fall is still to come, and ten questions to ask before you believe a curve.',
    date,
    pdf: bytesOf(recordPdf),
    image: bytesOf(recordImage),
  },
];

function bytesOf(address: string): Uint8Array {
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}
