import { UsageError, type CommandContext } from '../../cli/command.ts';
import type { PortfolioOptions } from './portfolio-options.ts';
import { listPapers, removePaper } from '../papers/papers.ts';
import { listPortfolios, removePortfolio } from '../records/records.ts';

/** Removes the sample portfolios and papers; a restart does not bring them back. */
export async function removeSamples(action: string, values: PortfolioOptions, { store, now, print }: CommandContext): Promise<number> {
  if (action !== 'remove') throw new UsageError(`'samples' knows 'remove'; '${action}' it does not`);
  const portfolios = (await listPortfolios(store.db)).filter((one) => one.sample);
  const papers = (await listPapers(store.db)).filter((one) => one.sample);
  const listed = [
    ...portfolios.map(({ id, about }) => `  portfolio ${id}: ${about.name}`),
    ...papers.map(({ id, name }) => `  paper ${id}: ${name}`),
  ];
  if (listed.length === 0) {
    print('There is no sample portfolio and no sample paper.');
    return 0;
  }
  if (values.yes !== true) {
    print(
      [
        'Sample data on the site:',
        ...listed,
        '',
        'Nothing was removed. To remove all of it: npm run portfolios -- samples remove --yes',
      ].join('\n'),
    );
    return 0;
  }
  await store.begin(async (tx) => {
    for (const { id } of portfolios) await removePortfolio(tx, id, now());
    for (const { id } of papers) await removePaper(tx, id);
  });
  print(['Off the site, and no start brings it back:', ...listed].join('\n'));
  return 0;
}
