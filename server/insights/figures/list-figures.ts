import { byNetReturn } from '../../../contract/insights-page.ts';
import type { PortfolioDetail } from '../../../contract/portfolio.ts';
import type { Log } from '../../kernel/log.ts';
import { observations } from '../../kernel/observations.ts';
import { isStoreDown } from '../../store/errors.ts';
import type { PortfolioReader, Question } from './portfolio-reader.ts';
import type { Version } from '../records/records.ts';

/** `failed`: ids of the portfolios that had to be left out. */
export type ListedFigures = { details: PortfolioDetail[]; failed: string[] };

/**
 * The figures of all portfolios that had begun by a day, highest net return first. One that fails is logged, reported and left out.
 * @throws when the store fails
 */
export async function listFigures(
  reader: Pick<PortfolioReader, 'detail'>,
  versions: readonly Version[],
  { day, analytics = false, log }: Pick<Question, 'day'> & { analytics?: boolean; log: Log },
): Promise<ListedFigures> {
  const read = await Promise.allSettled(versions.map((version) => reader.detail(version, { day, analytics })));
  const failed = read.flatMap((one, i) => (one.status === 'rejected' ? [{ id: versions[i]!.id, error: one.reason as unknown }] : []));
  for (const { id, error } of failed) {
    if (isStoreDown(error)) throw error;
    observations.unreadable.tell(`portfolio ${id}`);
    log.error(
      { id, err: error },
      'the figures of a portfolio cannot be computed: it is not shown (npm run portfolios -- show ID says more)',
    );
  }
  const details = read.flatMap((one) => (one.status === 'fulfilled' && one.value !== undefined ? [one.value] : []));
  return { details: details.sort(byNetReturn), failed: failed.map(({ id }) => id) };
}
