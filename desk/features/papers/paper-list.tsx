import { useState, type ReactNode } from 'react';
import { encodeCall } from '../../../contract/calls/desk/call-request.ts';
import {
  discardPaper,
  draftPaper,
  listPapersCall,
  openPaper,
  publishPaper,
  withdrawPaper,
} from '../../../contract/calls/desk/paper-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { paperCaller } from '../../../contract/callers.ts';
import { mayUse } from '../../../contract/desk/roles.ts';
import { longDate, sizeWords } from '../../../contract/figures/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { May, useMay } from '../../account/may.tsx';
import { useCall, useChange } from '../../data/queries.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { RemovalDecision } from '../../parts/removal-decision.tsx';
import { FormFoot } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { given, TakenOffReason } from '../../parts/taken-off-reason.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { useColleagues } from '../work/use-colleagues.ts';
import { PaperForm } from './paper-form.tsx';
import styles from './paper-list.module.css';

export type PapersPage = CallOutput<typeof listPapersCall>;
type PublicPaper = PapersPage['papers'][number];
type PaperDraft = PapersPage['drafts'][number];
type Editing = { paper?: PublicPaper | PaperDraft };

export function PaperList() {
  const query = useCall(listPapersCall, {});
  const [editing, setEditing] = useState<Editing>();
  const mayUpload = useMay(draftPaper);
  const upload = () => setEditing({});
  useCommands(mayUpload ? [{ id: 'upload paper', title: 'Upload a paper', group: 'Papers', keys: 'u', run: upload }] : []);
  return (
    <>
      <ViewHead
        title="Papers"
        about={
          query.data?.fourEyes === true
            ? 'What somebody uploads becomes a draft; a colleague looks at it and publishes it.'
            : 'As they stand on the insights page; the first one is shown large.'
        }
      >
        {mayUpload && <SmallButton onClick={upload}>Upload a paper</SmallButton>}
      </ViewHead>
      <Loaded query={query} failure="The papers cannot be shown" rows={4}>
        {(page) => (
          <>
            <Drafts page={page} onEdit={setEditing} />
            <section aria-labelledby="public-papers">
              <h2 id="public-papers">On the site</h2>
              {page.papers.length === 0 && <p className={`quiet ${styles.none}`}>There is no paper on the site.</p>}
              <ul className={`stack mt-2 ${styles.papers}`}>
                {page.papers.map((paper) => (
                  <Public key={paper.id} paper={paper} page={page} onEdit={() => setEditing({ paper })} />
                ))}
              </ul>
            </section>
            {editing !== undefined && <PaperForm {...editing} portfolios={page.portfolios} onClose={() => setEditing(undefined)} />}
          </>
        )}
      </Loaded>
    </>
  );
}

function Drafts({ page, onEdit }: { page: PapersPage; onEdit: (editing: Editing) => void }) {
  if (page.drafts.length === 0) return null;
  return (
    <section aria-labelledby="paper-drafts" className={`mb-4 ${styles.drafts}`}>
      <h2 id="paper-drafts">Not public yet</h2>
      <ul className={`stack mt-2 ${styles.papers}`}>
        {page.drafts.map((draft) => (
          <Draft key={draft.draft} draft={draft} page={page} onEdit={() => onEdit({ paper: draft })} />
        ))}
      </ul>
    </section>
  );
}

/** A paper as on the site's card: picture, title, date, portfolios, description. */
function Card({ paper, state, page }: { paper: PublicPaper | PaperDraft; state: 'public' | 'draft'; page: PapersPage }) {
  const file = (part: 'pdf' | 'image') => encodeCall(openPaper, { id: paper.id, state, part }).path;
  const on = page.portfolios.filter(({ id }) => paper.portfolios.includes(id)).map(({ name }) => name);
  const facts = [paper.date === null ? 'No date' : longDate(paper.date), on.length === 0 ? undefined : `On ${on.join(', ')}`];
  return (
    <>
      <div className={`stack quiet ${styles.cover}`}>
        {/* The query differs for each draft, because another draft has another picture at the same address. */}
        {paper.hasImage ? (
          <img src={`${file('image')}?${'draft' in paper ? paper.draft : paper.addedAt}`} alt="" />
        ) : (
          <span>No picture</span>
        )}
      </div>
      <h3>{titleOf(paper)}</h3>
      <p className="quiet">{facts.filter(Boolean).join('. ')}</p>
      <p>{paper.descr}</p>
      <p className="quiet">
        <a href={file('pdf')} download={paper.name}>
          Open the PDF
        </a>{' '}
        ({sizeWords(paper.size)})
      </p>
    </>
  );
}

type ItemProps<Paper> = { page: PapersPage; onEdit: () => void } & Paper;

function Draft({ draft, page, onEdit }: ItemProps<{ draft: PaperDraft }>) {
  const { nameOf } = useColleagues();
  const title = titleOf(draft);
  const publish = useChange(publishPaper, { changes: [listPapersCall], onDone: () => notify(`“${title}” is on the insights page.`) });
  const discard = useChange(discardPaper, { changes: [listPapersCall], onDone: () => notify(`The draft of “${title}” is gone.`) });
  const input = { id: draft.id, draft: draft.draft };
  const why = draft.outdated
    ? 'The paper on the site was changed since: change the draft once more, or discard it.'
    : draft.own
      ? 'You uploaded this draft: somebody else publishes it.'
      : undefined;
  return (
    <li className="stack gap-1 content-start min-w-0 breaks">
      <Card paper={draft} state="draft" page={page} />
      <p className="quiet">
        Uploaded by {nameOf(draft.draftedBy)}, <Moment at={draft.createdAt} />.{' '}
        {draft.replaces ? 'It takes the place of the one on the site, which is gone for good then.' : 'It is new.'}
      </p>
      {why !== undefined && (
        <p id={`why-${draft.id}`}>
          <strong>{why}</strong>
        </p>
      )}
      <FaultAlert fault={publish.error ?? discard.error} title="Not done" />
      <May call={publishPaper}>
        <FormFoot>
          <SmallButton
            busy={publish.isPending}
            aria-disabled={why !== undefined}
            aria-describedby={`why-${draft.id}`}
            onClick={() => why === undefined && publish.mutate(input)}
          >
            Publish
          </SmallButton>
          <SmallButton variant="outline" onClick={onEdit}>
            Change
          </SmallButton>
          <SmallButton variant="quiet" busy={discard.isPending} onClick={() => discard.mutate(input)}>
            Discard
          </SmallButton>
        </FormFoot>
      </May>
    </li>
  );
}

function Public({ paper, page, onEdit }: ItemProps<{ paper: PublicPaper }>) {
  const { nameOf } = useColleagues();
  const title = titleOf(paper);
  return (
    <li className="stack gap-1 content-start min-w-0 breaks">
      <Card paper={paper} state="public" page={page} />
      <p className="quiet">
        {paper.sample && 'A sample. '}Since <Moment at={paper.addedAt} />
        {paper.publishedBy !== null && `, published by ${nameOf(paper.publishedBy)}`}
      </p>
      <Requests paper={paper} />
      {paper.removalAsked === null ? (
        <May call={withdrawPaper}>
          <Withdraw paper={paper} fourEyes={page.fourEyes}>
            <SmallButton variant="outline" onClick={onEdit}>
              Change or replace<VisuallyHidden> {title}</VisuallyHidden>
            </SmallButton>
          </Withdraw>
        </May>
      ) : (
        <PaperRemoval paper={paper} asked={paper.removalAsked} />
      )}
    </li>
  );
}

/** How often the paper was asked for and sent, with a link to the leads who asked, for users who may read leads. */
function Requests({ paper: { id, requests } }: { paper: PublicPaper }) {
  const { roles } = useSignedIn();
  const { asked, confirmed, sent } = requests;
  if (asked === 0) return <p className="quiet">Nobody has asked for it by e-mail yet.</p>;
  return (
    <p className="quiet">
      Asked for {timesWords(asked)} by e-mail, confirmed {timesWords(confirmed)}, sent {timesWords(sent)}.{' '}
      {mayUse(roles, 'leads.read') && <a href={`/leads?caller=${encodeURIComponent(paperCaller(id))}`}>Who asked</a>}
    </p>
  );
}

function timesWords(count: number): string {
  return count === 1 ? 'once' : `${count.toLocaleString('en-GB')} times`;
}

function titleOf({ name }: { name: string }): string {
  return name.replace(/\.pdf$/i, '');
}

function PaperRemoval({ paper, asked }: { paper: PublicPaper; asked: NonNullable<PublicPaper['removalAsked']> }) {
  const { id, addedAt } = paper;
  const name = `“${titleOf(paper)}”`;
  const withdraw = useChange(withdrawPaper, {
    changes: [listPapersCall],
    onDone: ({ withdrawn }) => notify(withdrawn ? `${name} is off the site.` : `${name} stays on the site.`),
  });
  const { nameOf } = useColleagues();
  const decide = (decision: 'approve' | 'keep') => withdraw.mutate({ id, seen: addedAt, decision });
  return (
    <RemovalDecision
      what="this paper"
      {...{ name, asked }}
      by={nameOf(asked.by)}
      after={GONE}
      call={withdrawPaper}
      change={withdraw}
      onDecision={decide}
    />
  );
}

const GONE = 'It would be gone for good, and mails with it that wait to be sent will not have it.';

function Withdraw({ paper, fourEyes, children }: { paper: PublicPaper; fourEyes: boolean; children: ReactNode }) {
  // The `addedAt` of the paper that was shown when the button was pressed.
  const [asked, setAsked] = useState<number>();
  const [reason, setReason] = useState('');
  const title = titleOf(paper);
  const withdraw = useChange(withdrawPaper, {
    changes: [listPapersCall],
    onDone: ({ withdrawn }) =>
      notify(withdrawn ? `“${title}” is off the site.` : 'Asked for: somebody else who publishes decides. It is on the site until then.'),
  });
  return (
    <>
      <FaultAlert fault={withdraw.error} title="Not done" />
      {asked !== undefined && (
        <Alert look="info" icon="warning" title="Gone for good">
          <p>{GONE}</p>
        </Alert>
      )}
      {asked !== undefined && <TakenOffReason fourEyes={fourEyes} reason={reason} onReason={setReason} fault={withdraw.error} />}
      <FormFoot>
        {children}
        <SmallButton
          variant="quiet"
          busy={withdraw.isPending}
          onClick={() => {
            if (asked === undefined) setAsked(paper.addedAt);
            else withdraw.mutate({ id: paper.id, seen: asked, ...given(reason) });
          }}
        >
          {asked === undefined ? 'Withdraw…' : 'Withdraw it for good'}
          <VisuallyHidden> ({title})</VisuallyHidden>
        </SmallButton>
        {asked !== undefined && (
          <SmallButton variant="quiet" onClick={() => setAsked(undefined)}>
            Leave it
          </SmallButton>
        )}
      </FormFoot>
    </>
  );
}
