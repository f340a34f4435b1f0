import { knownDay } from '../../../contract/figures/days.ts';
import type { TrackRecord } from '../../../contract/figures/record.ts';
import type { PortfolioGroup } from '../../../contract/portfolio.ts';
import type { Store } from '../../store/store.ts';
import { addPaper } from '../papers/papers.ts';
import type { PortfolioAbout } from '../records/portfolio-about.ts';
import { isEmpty, saveRecord } from '../records/records.ts';

/** The sample file's content, computed from an invented market; docs/decisions/drawing.md says how. Every series is an index, 100 on its first day. */
type SampleFile = {
  days: string[];
  portfolios: {
    id: string;
    group: string;
    about: PortfolioAbout;
    portfolio: number[];
    benchmark: number[];
    benchmark2: number[] | null;
  }[];
};

/**
 * Adds the sample portfolios and papers to a store that never had a portfolio. Removed samples do not come back.
 * @returns how many portfolios were added
 */
export async function loadSamples(store: Store, now: number): Promise<number> {
  if (!(await isEmpty(store.db))) return 0;
  const portfolios = await readSamples();
  const { samplePapers } = await import('./sample-papers.ts');
  return store.begin(async (tx) => {
    // Another process may have added them first.
    if (!(await isEmpty(tx))) return 0;
    for (const portfolio of portfolios) await saveRecord(tx, { ...portfolio, sample: true, at: now });
    for (const paper of samplePapers) await addPaper(tx, { ...paper, first: false, sample: true, at: now });
    return portfolios.length;
  });
}

type Sample = { id: string; group: PortfolioGroup; about: PortfolioAbout; record: TrackRecord };

export async function readSamples(): Promise<Sample[]> {
  const { default: file } = (await import('./records.json', { with: { type: 'json' } })) as { default: SampleFile };
  return file.portfolios.map(({ id, group, about, portfolio, benchmark, benchmark2 }) => ({
    id,
    group: group as PortfolioGroup,
    about,
    record: {
      frequency: 'daily',
      days: Int32Array.from(file.days.slice(-portfolio.length), (day) => knownDay(day)),
      portfolio: Float64Array.from(portfolio),
      benchmark: Float64Array.from(benchmark),
      benchmark2: benchmark2 === null ? undefined : Float64Array.from(benchmark2),
    },
  }));
}
