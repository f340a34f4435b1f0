import { lazy, Suspense, useEffect, useState } from 'react';
import type { Page } from '../../contract/pages.ts';
import { METHOD_PAPER } from '../../contract/paper.ts';
import { insights as words } from '../content/insights.ts';
import type { ShownPortfolio } from './load.ts';
import { Method } from './method.tsx';
import { becomeMoreActive, rememberedPortfolio, rememberPortfolio } from './more-active.ts';
import { Papers } from './papers.tsx';
import { Portfolios } from './portfolios.tsx';
import { Sent } from './sent.tsx';
import { useInsights } from './use-insights.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './insights.module.css';

const loadDetails = () => import('./details-dialog.tsx');
const DetailsDialog = lazy(async () => ({ default: (await loadDetails()).DetailsDialog }));

/** The portfolios and the papers. In confirm mode the chosen portfolio opens again, in sent mode the papers come with a word. */
export function Insights({ mode }: { mode: Page['mode'] }) {
  return mode === 'sent' ? <SentPapers /> : <Metrics confirmed={mode === 'confirm'} />;
}

function Metrics({ confirmed }: { confirmed: boolean }) {
  const { portfolios, papers } = useInsights();
  // null: closed by the visitor.
  const [chosen, setChosen] = useState<string | null>();
  useEffect(() => {
    if (confirmed) becomeMoreActive();
  }, [confirmed]);
  const here = portfolios !== undefined;
  useEffect(() => {
    // Before the first press of Show More.
    if (here) void loadDetails();
  }, [here]);
  const choose = ({ id }: ShownPortfolio) => {
    rememberPortfolio(id);
    setChosen(id);
  };
  const shown = portfolios?.find(({ id }) => id === (chosen === undefined && confirmed ? rememberedPortfolio() : chosen));
  return (
    <>
      <header className={styles.opening}>
        <div className={`wrap ${styles.words}`}>
          <h1 tabIndex={-1}>{words.title}</h1>
          <p className={styles.lead}>{words.lead}</p>
          {confirmed ? (
            <p className={styles.confirmed}>
              <Icon name="check" size={20} />
              {words.confirmed}
            </p>
          ) : null}
        </div>
      </header>
      <Portfolios portfolios={portfolios} onMore={choose} />
      <Papers papers={papers} heading="h2" />
      <Method />
      {shown ? (
        <Suspense fallback={null}>
          <DetailsDialog portfolio={shown} methodPaper={papers?.find(({ id }) => id === METHOD_PAPER)} onClose={() => setChosen(null)} />
        </Suspense>
      ) : null}
    </>
  );
}

function SentPapers() {
  const { papers } = useInsights();
  return (
    <>
      <Papers papers={papers} heading="h1" />
      <Sent />
    </>
  );
}
