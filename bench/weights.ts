import { join } from 'node:path';
import { weigh, type Weight } from '../scripts/checks/budgets.ts';
import { atMost, type Row, type BenchSection } from './results.ts';

const KB = 1024;
const PEERS = 'first-load JavaScript of a small site, gz: Next 136, React Router 110, Astro 70';

export const weights: BenchSection = {
  about: 'bytes of each page, br',
  run: async () => weigh(join(import.meta.dirname, '../dist')).flatMap(rowsOf),
};

function rowsOf({ path, html, scripts, allowed, blocking }: Weight): Row[] {
  return [
    atMost(`${path}: HTML with its styles`, html / KB, 20, { unit: 'KB', digits: 1 }),
    atMost(`${path}: JavaScript before any intent, scrolled to the end`, scripts / KB, allowed / KB, {
      unit: 'KB',
      digits: 1,
      peers: path === '/' ? PEERS : '',
    }),
    ...(blocking.length > 0 ? [atMost(`${path}: requests that block rendering`, blocking.length, 0)] : []),
  ];
}
