import type { DeskLeadPage } from '../../../contract/desk/lead-facts.ts';
import { Moment } from '../../parts/moment.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { LeadMarks } from '../work/lead-marks.tsx';
import { LeadTimeline } from '../work/lead-timeline.tsx';
import { NoteForm } from '../work/note-form.tsx';
import { SentAnswers } from '../work/sent-answers.tsx';
import { SpamAlert } from '../work/work-parts.tsx';
import { WorkPage } from '../work/work-page.tsx';
import { leadSection } from '../work/work-section.ts';
import { LeadActions } from './lead-actions.tsx';
import styles from '../work/work-page.module.css';

export function ShownLead({ id }: { id: string }) {
  return (
    <WorkPage of={leadSection} id={id} name="Lead">
      {(page) => <OneLead page={page} />}
    </WorkPage>
  );
}

function OneLead({ page }: { page: DeskLeadPage }) {
  return (
    <>
      <ViewHead
        title={page.name || page.email}
        about={
          <span className={styles.about}>
            <span>
              {page.request}, <Moment at={page.createdAt} />
            </span>
            <LeadMarks lead={page} />
          </span>
        }
      />
      <SpamAlert page={page} />
      <LeadActions page={page} />
      <div className={styles.columns}>
        <SentAnswers of={leadSection} page={page} title="What they sent" />
        <section className={styles.story} aria-labelledby="story">
          <h2 id="story">What happened</h2>
          <NoteForm of={leadSection} id={page.id} />
          <LeadTimeline page={page} />
        </section>
      </div>
    </>
  );
}
