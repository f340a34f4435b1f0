import { useState } from 'react';
import { saveReadyAnswer } from '../../../contract/calls/desk/answer-calls.ts';
import { openContentDraft, readContent } from '../../../contract/calls/desk/content-calls.ts';
import { May, useMay } from '../../account/may.tsx';
import { useCall, useChange } from '../../data/queries.ts';
import { AskFirst } from '../../parts/ask-first.tsx';
import { DeskForm, FormFoot } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { TextField } from '../../parts/field.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { navigate } from '../../router/navigation.ts';
import { useColleagues } from '../work/use-colleagues.ts';
import { ContentValue } from './content-value.tsx';
import { countChanges, pathWords, type Content } from './content-words.ts';
import styles from './content.module.css';

/** The words of the site: changes that are being written, and what was published. */
export function ContentList() {
  const query = useCall(readContent, {});
  return (
    <Loaded query={query} title="Words" failure="The words of the site cannot be shown" rows={5}>
      {(content) => (
        <>
          <ViewHead
            title="Words"
            about="Every text and picture of the site, its forms and mails. What is published here is on every page within two seconds."
          />
          <May call={saveReadyAnswer}>
            <p className="mb-2">
              What colleagues answer with is written apart: <a href="/answers">Ready answers</a>
            </p>
          </May>
          <May call={openContentDraft}>
            <Begin />
          </May>
          <Drafts content={content} />
          <Renewed content={content} />
          <History content={content} />
        </>
      )}
    </Loaded>
  );
}

function Begin() {
  const [title, setTitle] = useState('');
  const begin = useChange(openContentDraft, { changes: [readContent], onDone: ({ draft }) => navigate(`/content/${draft}`) });
  const fault = begin.error?.fields['title'];
  return (
    <DeskForm onSend={() => begin.mutate({ title })} className={styles.begin}>
      <FaultAlert fault={fault === undefined ? begin.error : null} title="Not begun" />
      <TextField
        label="Begin a change"
        hint="Name it for your colleagues, as Autumn campaign. It may change any number of pages."
        value={title}
        maxLength={80}
        autoComplete="off"
        onChange={(event) => setTitle(event.target.value)}
        fault={fault}
      />
      <FormFoot>
        <SmallButton type="submit" busy={begin.isPending}>
          Change the site’s words
        </SmallButton>
      </FormFoot>
    </DeskForm>
  );
}

function Drafts({ content: { drafts } }: { content: Content }) {
  const { nameOf } = useColleagues();
  if (drafts.length === 0) return null;
  return (
    <section className="stack gap-1 mt-3" aria-labelledby="drafts">
      <h2 id="drafts">Not public yet</h2>
      <ul className={`stack gap-2 ${styles.list}`}>
        {drafts.map(({ id, title, changes, changedAt, draftedBy, publishAt }) => (
          <li key={id} className="stack gap-half breaks">
            <a className="strong" href={`/content/${id}`}>
              {title}
            </a>
            <p className="quiet">
              {countChanges(changes)}, by {draftedBy.map(nameOf).join(' and ')}, <Moment at={changedAt} />
              {publishAt !== null && (
                <>
                  . Goes public <Moment at={publishAt} />
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Texts that a developer changed in the code after staff had replaced them at the desk. */
function Renewed({ content: { fields } }: { content: Content }) {
  const renewed = fields.filter((field) => field.renewed !== null);
  if (renewed.length === 0) return null;
  return (
    <section className="stack gap-1 mt-3" aria-labelledby="renewed">
      <h2 id="renewed">Shipped anew</h2>
      <p>The site was built with other words here. Visitors still see yours.</p>
      <dl className={`stack gap-2 ${styles.list}`}>
        {renewed.map((field) => (
          <div key={field.path} className="stack gap-half breaks">
            <dt className="strong">{pathWords(field.path)}</dt>
            <dd>
              Yours: <ContentValue field={field} value={field.value} />
            </dd>
            <dd className="quiet">
              Shipped: <ContentValue field={field} value={field.renewed ?? field.shipped} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function History({ content: { versions } }: { content: Content }) {
  const { nameOf } = useColleagues();
  const mayBegin = useMay(openContentDraft);
  const back = useChange(openContentDraft, { changes: [readContent], onDone: ({ draft }) => navigate(`/content/${draft}`) });
  const rows = [...versions, { number: 0, title: 'What the site ships with', at: undefined, account: '', draftedBy: [], changed: [] }];
  return (
    <section className="stack gap-1 mt-3" aria-labelledby="history">
      <h2 id="history">Published</h2>
      <ol className={`stack gap-2 ${styles.list}`}>
        {rows.map(({ number, title, at, account, draftedBy, changed }, index) => (
          <li key={number} className="stack gap-half breaks">
            <p className="row wraps gap-1">
              <strong>{title}</strong>
              {index === 0 && <span className={`fine quiet ${styles.mark}`}>Public</span>}
              {at !== undefined && <Moment at={at} />}
            </p>
            {at !== undefined && (
              <p className="quiet">
                {countChanges(changed.length)}, written by {draftedBy.map(nameOf).join(' and ')}, published by {nameOf(account)}
              </p>
            )}
            {index > 0 && mayBegin && (
              <AskFirst
                label={`Back to ${title}`}
                button="Back to this…"
                confirm="Begin a change that leads back"
                onConfirm={() => back.mutate({ title: `Back to: ${title}`.slice(0, 80), version: number })}
                change={back}
                failure="Not begun"
                isSmall
              >
                <p>A draft is made in which every text is as it was then. Nothing is public until it is published.</p>
              </AskFirst>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
