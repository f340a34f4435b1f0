import { useState } from 'react';
import { listFiguresCall, readFigures } from '../../../contract/calls/desk/figure-calls.ts';
import {
  discardReportingCall,
  publishReportingCall,
  readReporting,
  readReportingDraft,
} from '../../../contract/calls/desk/reporting-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { longDate } from '../../../contract/figures/format.ts';
import { May } from '../../account/may.tsx';
import { useCall, useChange } from '../../data/queries.ts';
import { DeskForm, FormFoot, Tick } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { FieldFault } from '../../parts/field.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { useColleagues } from '../work/use-colleagues.ts';
import { CardPreview } from './card-preview.tsx';
import styles from './figures.module.css';

type DraftPage = CallOutput<typeof readReportingDraft>;

/** The draft of a reporting date: each card before and after, and the buttons to publish or discard the draft. */
export function DateDraft({ draft }: { draft: string }) {
  const query = useCall(readReportingDraft, { draft });
  return (
    <Loaded query={query} failure="The draft cannot be shown" rows={5}>
      {(page) => <ShownDraft page={page} draft={draft} />}
    </Loaded>
  );
}

function ShownDraft({ page, draft }: { page: DraftPage; draft: string }) {
  const { nameOf } = useColleagues();
  const { label, date, account, at, current, cards } = page;
  return (
    <section className={`stack gap-3 mt-3 ${styles.waiting}`} aria-labelledby="draft">
      <div className="stack gap-1">
        <h2 id="draft">Draft: {label}</h2>
        <p>
          Figures up to {longDate(date)}, proposed by {nameOf(account)}, <Moment at={at} />. Nothing of it is public yet.
        </p>
      </div>
      {cards.map(({ id, name, lags, before, after }) => (
        <section key={id} className="stack gap-1" aria-label={name}>
          {lags && after !== null && (
            <p className="strong">
              {name} ends on {longDate(after.asOf)}: its card, its details and the report say so.
            </p>
          )}
          <div className={`stack gap-3 ${styles.cards}`}>
            {before === null ? <p className="quiet">{name} has no card now.</p> : <CardPreview title={`Now: ${current}`} card={before} />}
            {after === null ? <p className="quiet">{name} will have no card.</p> : <CardPreview title={`Then: ${label}`} card={after} />}
          </div>
        </section>
      ))}
      <May call={publishReportingCall}>
        <Decide page={page} draft={draft} />
      </May>
    </section>
  );
}

function Decide({ page: { lagging, seen, own, label }, draft }: { page: DraftPage; draft: string }) {
  const [looked, setLooked] = useState(false);
  const changes = [readReporting, readReportingDraft, listFiguresCall, readFigures];
  const publish = useChange(publishReportingCall, {
    changes,
    onDone: () => notify(`${label} is public. Visitors see it within two seconds.`),
  });
  const discard = useChange(discardReportingCall, { changes, onDone: () => notify('The draft is gone. The site is as it was.') });
  const fields = publish.error?.fields ?? {};
  const send = () => {
    if (!own) publish.mutate({ draft, seen, confirm: looked ? lagging : 0 });
  };
  return (
    <DeskForm onSend={send}>
      <FaultAlert fault={Object.keys(fields).length > 0 ? null : (publish.error ?? discard.error)} title="Not done" />
      {lagging > 0 && (
        <Tick isOn={looked} onChange={setLooked}>
          {lagging === 1 ? 'I looked at the one that ends earlier' : `I looked at each of the ${lagging} that end earlier`}
        </Tick>
      )}
      <FieldFault id="lagging-fault" words={fields['confirm']} />
      <FormFoot>
        <SmallButton type="submit" busy={publish.isPending} aria-disabled={own} aria-describedby="why-not">
          Publish
        </SmallButton>
        <SmallButton variant="outline" busy={discard.isPending} onClick={() => discard.mutate({ draft })}>
          Discard
        </SmallButton>
      </FormFoot>
      <p id="why-not" className="breaks quiet">
        {own
          ? 'You proposed this date: somebody else publishes it.'
          : 'Pages, report, file names and data calls follow within two seconds.'}
      </p>
    </DeskForm>
  );
}
