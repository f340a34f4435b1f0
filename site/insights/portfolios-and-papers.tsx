import { lazy, Suspense, useEffect, useState } from 'react';
import type { InsightsProps, ShownPortfolio } from '../../contract/insights-page.ts';
import { METHOD_PAPER } from '../../contract/paper.ts';
import { rememberedPortfolio, rememberPortfolio } from './verified-state.ts';
import { Papers } from './papers.tsx';
import { Portfolios } from './portfolios.tsx';
import { useData } from './use-data.ts';
import { useRemembered } from './use-remembered.ts';

const loadDetails = () => import('./details-dialog.tsx');
const DetailsDialog = lazy(async () => ({ default: (await loadDetails()).DetailsDialog }));

/** The portfolios and the papers: first as in the document, reloaded after hydration. In mode `sent` only the papers; on a campaign page either. */
export function PortfoliosAndPapers({ mode, only, ...shown }: InsightsProps) {
  const { portfolios, dates, missing, papers, busy, loadAgain } = useData(shown);
  // The mail's link opens the details that the visitor asked for.
  const askedBefore = useRemembered(() => (mode === 'confirm' ? rememberedPortfolio() : undefined));
  // null: the visitor closed the details.
  const [chosen, setChosen] = useState<string | null>();
  useEffect(() => void loadDetails(), []);
  const choose = ({ id }: ShownPortfolio) => {
    rememberPortfolio(id);
    setChosen(id);
  };
  const chosenOne = portfolios.find(({ id }) => id === (chosen === undefined ? askedBefore : chosen));
  return (
    <>
      {mode === 'sent' || only === 'papers' ? null : (
        <Portfolios portfolios={portfolios} dates={dates} missing={missing} busy={busy} onMore={choose} onAgain={loadAgain} />
      )}
      {only === 'portfolios' ? null : (
        <Papers
          papers={papers}
          portfolios={portfolios}
          heading={mode === 'sent' ? 'h1' : 'h2'}
          direct={mode !== undefined}
          onAgain={loadAgain}
        />
      )}
      {chosenOne ? (
        <Suspense fallback={null}>
          <DetailsDialog
            portfolio={chosenOne}
            date={dates[chosenOne.group]}
            methodPaper={papers.find(({ id }) => id === METHOD_PAPER)}
            onClose={() => setChosen(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
