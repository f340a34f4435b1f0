import { useEffect } from 'react';
import { readLeadCall } from '../../contract/desk/lead-calls.ts';
import { Alert } from '../../ui/alert.tsx';
import { navigate } from '../app/navigation.ts';
import { useCall } from '../calls/queries.ts';
import { useCommands } from '../keyboard/commands.ts';
import { LeadMarks } from '../work/lead-marks.tsx';
import { neighbourOf, rememberOpened } from '../work/open-order.ts';
import { leadSection } from '../work/work-section.ts';
import { useChanges } from '../work/use-changes.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { Moment } from '../parts/moment.tsx';
import { ViewHead } from '../parts/view-head.tsx';
import { NotHere } from '../work/not-here.tsx';
import { LeadActions } from './lead-actions.tsx';
import { SentAnswers } from '../work/sent-answers.tsx';
import { LeadTimeline } from '../work/lead-timeline.tsx';
import { NoteForm } from '../work/note-form.tsx';
import styles from './lead.module.css';

/** Another lead is another page: nothing of the one before stays. */
export function ShownLead({ id }: { id: string }) {
  useChanges(leadSection, id);
  return <OneLead key={id} id={id} />;
}

function OneLead({ id }: { id: string }) {
  const { data: page, error, refetch } = useCall(readLeadCall, { id });
  useEffect(() => rememberOpened(id), [id]);
  const go = (by: 1 | -1) => {
    const next = neighbourOf(id, by);
    if (next !== undefined) navigate(`/leads/${next}`, { replace: true });
  };
  useCommands([
    { id: 'next lead', title: 'Next lead of the list', group: 'This lead', keys: 'j', run: () => go(1) },
    { id: 'previous lead', title: 'Previous lead of the list', group: 'This lead', keys: 'k', run: () => go(-1) },
    { id: 'back to leads', title: 'Back to the list', group: 'This lead', keys: 'Escape', run: () => navigate('/leads') },
  ]);
  if (error?.kind === 'missing') return <NotHere id={id} title="Lead" path="/leads" />;
  if (page === undefined) {
    return (
      <>
        <ViewHead title="Lead" />
        <FaultAlert fault={error} title="This lead cannot be shown" onRetry={() => void refetch()} />
        {error === null && <Loading rows={5} />}
      </>
    );
  }
  return (
    <>
      <ViewHead
        title={page.name || page.email}
        about={
          <span className={styles.about}>
            {page.request}, <Moment at={page.createdAt} /> <LeadMarks lead={page} />
          </span>
        }
      />
      {page.suspectedSpam && (
        <Alert look="info" icon="warning" title="Suspected spam">
          <p>{page.spamReason !== null && `Why: ${page.spamReason}. `}No mail was sent for it. Release it if it is a person.</p>
        </Alert>
      )}
      <LeadActions page={page} />
      <div className={styles.columns}>
        <SentAnswers page={page} />
        <section className={styles.story} aria-labelledby="story">
          <h2 id="story">What happened</h2>
          <NoteForm of={leadSection} id={id} />
          <LeadTimeline page={page} />
        </section>
      </div>
    </>
  );
}
