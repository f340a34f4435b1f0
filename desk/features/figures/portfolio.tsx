import { useState } from 'react';
import { listFiguresCall, readFigures, removeFigures } from '../../../contract/calls/desk/figure-calls.ts';
import { longDate } from '../../../contract/figures/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { navigate, useSearch } from '../../router/navigation.ts';
import { May } from '../../account/may.tsx';
import { useCall, useChange } from '../../data/queries.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { RemovalDecision } from '../../parts/removal-decision.tsx';
import { AskFirst } from '../../parts/ask-first.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { notify } from '../../parts/notice.ts';
import { given, TakenOffReason } from '../../parts/taken-off-reason.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { useColleagues } from '../work/use-colleagues.ts';
import { CardPreview } from './card-preview.tsx';
import { Draft } from './draft.tsx';
import { StatedTerms } from './difference-list.tsx';
import { draftAddress, groupNames, type PortfolioPage } from './figure-words.ts';
import styles from './figures.module.css';
import { OldVersion } from './old-version.tsx';
import { UploadButton } from './upload-button.tsx';
import { Versions } from './versions.tsx';

/** A portfolio; or, if the address names one, a draft or an old version of it. */
export function ShownRecord({ id }: { id: string }) {
  const search = new URLSearchParams(useSearch());
  const query = useCall(readFigures, { id });
  const back = search.size === 0 ? '/figures' : `/figures/${encodeURIComponent(id)}`;
  useCommands([{ id: 'back from figures', title: 'Back', group: 'Track records', keys: 'Escape', run: () => navigate(back) }]);
  return (
    <Loaded query={query} title="Track record" failure="This track record cannot be shown" rows={5}>
      {(page) => {
        const [draft, version] = [search.get('draft'), Number(search.get('version'))];
        if (draft !== null) return <Draft key={`${id} ${draft}`} id={id} draft={draft} />;
        const old = page.versions.find((one) => one.version === version);
        return old === undefined ? <Overview page={page} /> : <OldVersion key={`${id} ${version}`} page={page} old={old} />;
      }}
    </Loaded>
  );
}

function Overview({ page }: { page: PortfolioPage }) {
  const { id, name, group, current, drafts, card, factsheet, removed, removalAsked: asked, sample } = page;
  const { nameOf } = useColleagues();
  return (
    <>
      <ViewHead
        title={name}
        about={
          <>
            {groupNames[group]}
            {current !== null && `, ${longDate(current.from)} to ${longDate(current.to)}, version ${current.version}`}
            {sample && ', sample data'}
          </>
        }
      >
        <UploadButton title="Upload a file" id={id} />
      </ViewHead>
      {removed !== null && (
        <Alert look="info" icon="info" title="This portfolio is off the site">
          {removed.by !== null && (
            <p>
              {nameOf(removed.by)} took it off, <Moment at={removed.at} />
              {removed.reason !== null && `: ${removed.reason}`}
            </p>
          )}
          <p>Its versions are kept. Publishing a draft brings it back.</p>
        </Alert>
      )}
      {asked !== null && current !== null && <PortfolioRemoval id={id} name={name} version={current.version} asked={asked} />}
      {drafts.length > 0 && (
        <section className={`stack gap-1 mb-4 ${styles.waiting}`} aria-labelledby="drafts">
          <h2 id="drafts">Drafts to look at</h2>
          <ul className={`stack gap-1 ${styles.drafts}`}>
            {drafts.map(({ draft, source, to, outdated }) => (
              <li key={draft}>
                <a href={draftAddress(id, draft)}>Draft {draft}</a>
                <span>
                  to {longDate(to)}, from {source}
                </span>
                {outdated && <span className={`fine quiet ${styles.mark}`}>Out of date</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className={`stack gap-5 ${styles.columns}`}>
        <div>
          <Versions page={page} />
          {current !== null && removed === null && asked === null && (
            <May call={removeFigures}>
              <TakeOff id={id} name={name} version={current.version} fourEyes={page.fourEyes} />
            </May>
          )}
        </div>
        {card !== null && (
          <div className="stack gap-1 content-start min-w-0">
            <CardPreview title="On the site now" card={card} />
            <StatedTerms stated={card.stated} />
            {factsheet !== null && (
              <p>
                <a href={factsheet} target="_blank" rel="noreferrer">
                  Factsheet of two pages, to send (PDF)
                </a>
              </p>
            )}
          </div>
        )}
      </div>
    </>
  );
}

type AskedProps = { id: string; name: string; version: number; asked: NonNullable<PortfolioPage['removalAsked']> };

function PortfolioRemoval({ id, name, version, asked }: AskedProps) {
  const remove = useChange(removeFigures, {
    changes: [readFigures, listFiguresCall],
    onDone: ({ removed }) => notify(removed ? `${name} is off the site.` : `${name} stays on the site.`),
  });
  const { nameOf } = useColleagues();
  const decide = (decision: 'approve' | 'keep') => remove.mutate({ id, seen: version, decision });
  return (
    <RemovalDecision
      what="this portfolio"
      {...{ name, asked }}
      by={nameOf(asked.by)}
      after="Its versions are kept."
      call={removeFigures}
      change={remove}
      onDecision={decide}
    />
  );
}

function TakeOff({ id, name, version, fourEyes }: { id: string; name: string; version: number; fourEyes: boolean }) {
  const [reason, setReason] = useState('');
  const remove = useChange(removeFigures, {
    changes: [readFigures, listFiguresCall],
    onDone: ({ removed }) =>
      notify(removed ? `${name} is off the site.` : 'Asked for: somebody else who publishes decides. It is on the site until then.'),
  });
  return (
    <AskFirst
      label="Take it off the site"
      button="Take it off the site…"
      confirm={`Take ${name} off the site`}
      seen={version}
      onConfirm={(seen) => remove.mutate({ id, seen, ...given(reason) })}
      isSmall
      change={remove}
      failure="Not done"
    >
      <p>Visitors see {name} no more, within a second or two. Its versions are kept.</p>
      <TakenOffReason fourEyes={fourEyes} reason={reason} onReason={setReason} fault={remove.error} />
    </AskFirst>
  );
}
