import { useState } from 'react';
import {
  discardFigures,
  listFiguresCall,
  publishFigures,
  readFigureDraft,
  readFigures,
} from '../../../contract/calls/desk/figure-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { longDate } from '../../../contract/figures/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { navigate } from '../../router/navigation.ts';
import { May } from '../../account/may.tsx';
import { useCall, useChange } from '../../data/queries.ts';
import { DeskForm, FormFoot, Tick } from '../../parts/desk-form.tsx';
import { useDraft, writeDraft } from '../../parts/drafts.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { FieldFault, TextField } from '../../parts/field.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { useColleagues } from '../work/use-colleagues.ts';
import { CardPreview } from './card-preview.tsx';
import { DifferenceList } from './difference-list.tsx';
import styles from './figures.module.css';

type DraftPage = CallOutput<typeof readFigureDraft>;

const shortWords = 'They are not public until SHORT_RECORDS, a setting of the server, says who allowed it and why.';

const changes = [readFigures, listFiguresCall, readFigureDraft];

/** The changes that a draft makes, and the buttons to approve or reject it. */
export function Draft({ id, draft }: { id: string; draft: string }) {
  const query = useCall(readFigureDraft, { id, draft });
  return (
    <Loaded query={query} title={`Draft ${draft}`} failure="This draft cannot be shown" rows={5}>
      {(page) => <ShownDraft page={page} draft={draft} />}
    </Loaded>
  );
}

function ShownDraft({ page, draft }: { page: DraftPage; draft: string }) {
  const { nameOf } = useColleagues();
  const { from, to, source, draftedBy, createdAt } = page.draft;
  return (
    <>
      <ViewHead
        title={`${page.name}, draft ${draft}`}
        about={
          <>
            {longDate(from)} to {longDate(to)}, from {source}, {draftedBy === null ? 'by command' : `uploaded by ${nameOf(draftedBy)}`},{' '}
            <Moment at={createdAt} />. Nothing of it is public yet.
          </>
        }
      />
      {page.outdated !== null && (
        <Alert look="info" icon="info" title="This draft is out of date">
          <p>{page.outdated}</p>
        </Alert>
      )}
      {page.short !== null && (
        <Alert look="info" icon="info" title="Its figures are of under twelve months">
          <p>{page.short === '' ? shortWords : `They may be public: ${page.short}`}</p>
        </Alert>
      )}
      <DifferenceList differences={page.differences} replacesSample={page.cardBefore !== null} />
      <div className={`stack gap-3 mt-3 ${styles.cards}`}>
        {page.cardBefore !== null && <CardPreview title="On the site now" card={page.cardBefore} />}
        {page.card === null ? (
          <p className={`quiet ${styles.none}`}>The record begins after the day that the site shows figures of: it would show none.</p>
        ) : (
          <CardPreview title="With this draft" card={page.card} />
        )}
      </div>
      <p className="breaks quiet">
        Cards have the figures of the reporting date that the whole site shows: what comes after it changes them once a later one is
        published.
      </p>
      <May call={publishFigures}>
        <Decide page={page} draft={draft} />
      </May>
    </>
  );
}

function Decide({ page, draft }: { page: DraftPage; draft: string }) {
  const { id, differences, outdated, own, short } = page;
  const key = `reason ${id} ${draft}`;
  const [typed, setReason] = useDraft(key);
  const reason = typed === '' ? (page.draft.reason ?? '') : typed;
  const [looked, setLooked] = useState(false);
  const leave = () => navigate(`/figures/${encodeURIComponent(id)}`, { replace: true });
  const publish = useChange(publishFigures, {
    changes: [readFigures, listFiguresCall],
    onDone: ({ version }) => {
      writeDraft(key, '');
      notify(`Version ${version} is public. Visitors see it within two seconds.`);
      leave();
    },
  });
  const { outlierCount, needsReason, undisclosed } = differences;
  const why =
    outdated !== null
      ? 'It is out of date: discard it.'
      : (undisclosed ?? (short === '' ? shortWords : own ? 'You uploaded this draft: somebody else publishes it.' : undefined));
  const send = () => {
    if (why === undefined) publish.mutate({ id, draft, confirm: looked ? outlierCount : 0, ...(reason.trim() !== '' && { reason }) });
  };
  const fields = publish.error?.fields ?? {};
  return (
    <section className={styles.decide} aria-labelledby="decide">
      <h2 id="decide">Publish it</h2>
      <DeskForm onSend={send}>
        <FaultAlert fault={Object.keys(fields).length > 0 ? null : publish.error} title="Not published" />
        {needsReason && (
          <TextField
            label="Why it changes figures that were public"
            hint="It stays with the version."
            maxLength={500}
            autoComplete="off"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            fault={fields['reason']}
          />
        )}
        {outlierCount > 0 && (
          <Tick isOn={looked} onChange={setLooked}>
            {outlierCount === 1
              ? 'I looked at the outlier: it is right'
              : `I looked at each of the ${outlierCount} outliers: all are right`}
          </Tick>
        )}
        <FieldFault id="confirm-fault" words={fields['confirm']} />
        <FormFoot>
          <SmallButton type="submit" busy={publish.isPending} aria-disabled={why !== undefined} aria-describedby="why-not">
            Publish
          </SmallButton>
          <Discard id={id} draft={draft} onDone={leave} />
        </FormFoot>
        <p id="why-not" className="breaks quiet">
          {why ?? 'Visitors see it within two seconds.'}
        </p>
      </DeskForm>
    </section>
  );
}

function Discard({ id, draft, onDone }: { id: string; draft: string; onDone: () => void }) {
  const [asked, setAsked] = useState(false);
  const discard = useChange(discardFigures, {
    changes,
    onDone: () => {
      notify(`Draft ${draft} is gone. The site is as it was.`);
      onDone();
    },
  });
  return (
    <>
      <SmallButton variant="outline" busy={discard.isPending} onClick={() => (asked ? discard.mutate({ id, draft }) : setAsked(true))}>
        {asked ? 'Discard it for good' : 'Discard…'}
      </SmallButton>
      <FaultAlert fault={discard.error} title="Not discarded" />
    </>
  );
}
