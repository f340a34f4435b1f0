import { useState } from 'react';
import { listFiguresCall } from '../../../contract/calls/desk/figure-calls.ts';
import { draftReportingCall, readReporting } from '../../../contract/calls/desk/reporting-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { eitherDate, longDate } from '../../../contract/figures/format.ts';
import { reportingDay } from '../../../contract/figures/reporting-date.ts';
import { Alert } from '../../../ui/alert.tsx';
import { May } from '../../account/may.tsx';
import { useCall, useChange } from '../../data/queries.ts';
import { DeskForm, FormFoot } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { TextField } from '../../parts/field.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { useColleagues } from '../work/use-colleagues.ts';
import { reportingAddress } from './figure-words.ts';
import styles from './figures.module.css';
import { DateDraft } from './reporting-draft.tsx';

export type ReportingPage = CallOutput<typeof readReporting>;

/** The day up to which the site shows figures: records with later days, the draft of another date, and earlier dates. */
export function ReportingDate() {
  const query = useCall(readReporting, {});
  return (
    <Loaded query={query} title="Reporting date" failure="The reporting date cannot be shown" rows={5}>
      {(page) => (
        <>
          <ViewHead
            title="Reporting date"
            about={`The site shows figures up to ${eitherDate(Object.values(page.current.dates))}; cards say ${page.current.label}.`}
          />
          <ReportingNotice page={page} />
          {page.draft !== null && <DateDraft key={page.draft.number} draft={String(page.draft.number)} />}
          <May call={draftReportingCall}>
            <Propose key={page.suggested} page={page} />
          </May>
          <History page={page} />
        </>
      )}
    </Loaded>
  );
}

/** A notice if records have days after the reporting date, or if that date is months old; otherwise nothing. */
export function ReportingNotice({ page, linked = false }: { page: ReportingPage; linked?: boolean }) {
  const { past, months, current } = page;
  if (past.length === 0 && months === null) return null;
  return (
    <Alert
      look="info"
      icon="info"
      title={
        months === null ? 'Records have later days' : `The reporting date is older than ${months} ${months === 1 ? 'month' : 'months'}`
      }
    >
      <p>
        Visitors see figures up to {longDate(reportingDay(current.dates))}.
        {past.length > 0 && ` Later days wait: ${past.map(({ name, to }) => `${name} to ${longDate(to)}`).join(', ')}.`}
        {linked && (
          <May call={draftReportingCall}>
            {' '}
            <a href={reportingAddress}>Publish another date</a>
          </May>
        )}
      </p>
    </Alert>
  );
}

function Propose({ page: { suggested, draft } }: { page: ReportingPage }) {
  const [date, setDate] = useState(suggested ?? '');
  const propose = useChange(draftReportingCall, {
    changes: [readReporting, listFiguresCall],
    onDone: () => notify('The date is a draft. Nothing of it is public yet.'),
  });
  const fault = propose.error?.fields['date'];
  return (
    <section className={`mt-3 ${styles.decide}`} aria-labelledby="propose">
      <h2 id="propose">{draft === null ? 'Propose a date' : 'Propose another date'}</h2>
      <DeskForm onSend={() => propose.mutate({ date })}>
        <FaultAlert fault={fault === undefined ? propose.error : null} title="Not proposed" />
        <TextField
          label="Figures up to"
          hint="The end of a quarter, or any other day that records reach."
          type="date"
          value={date}
          onChange={(event) => setDate(event.target.value)}
          fault={fault}
        />
        <FormFoot>
          <SmallButton type="submit" variant={draft === null ? 'primary' : 'outline'} busy={propose.isPending}>
            Look at it as a draft
          </SmallButton>
        </FormFoot>
      </DeskForm>
    </section>
  );
}

function History({ page: { current, earlier } }: { page: ReportingPage }) {
  const { nameOf } = useColleagues();
  return (
    <section className="stack gap-1 mt-3" aria-labelledby="history">
      <h2 id="history">Published dates</h2>
      <ol className={`stack ${styles.versions}`}>
        {[current, ...earlier].map(({ label, dates, published }, index) => (
          <li key={published?.at ?? 'samples'}>
            <p className={styles.line}>
              <strong>{label}</strong>
              {index === 0 && <span className={`fine quiet ${styles.mark}`}>Public</span>}
              {published !== null && <Moment at={published.at} />}
            </p>
            <p>Up to {eitherDate(Object.values(dates))}</p>
            <p className="breaks quiet">
              {published === null
                ? 'The date that the samples come with'
                : `Proposed by ${nameOf(published.draftedBy)}, published by ${nameOf(published.account)}`}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
