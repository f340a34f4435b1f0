import { lazy, Suspense } from 'react';
import type { DeskLeadPage } from '../../../contract/desk/lead-facts.ts';
import { NO_MAIL_SERVER } from '../../../contract/desk/mail-refusals.ts';
import { removalWords } from '../../../contract/desk/removal.ts';
import { longDay } from '../../parts/moment-words.ts';
import { LeadMarks } from '../work/lead-marks.tsx';
import { LeadTimeline } from '../work/lead-timeline.tsx';
import { ListSteps } from '../work/list-steps.tsx';
import { NoteForm } from '../work/note-form.tsx';
import { RequestFacts } from '../work/request-facts.tsx';
import { leadSection } from '../work/sections.ts';
import { WorkPage } from '../work/work-page.tsx';
import { WorkOn } from '../work/work-parts.tsx';
import { LeadActions } from './lead-actions.tsx';
import { LeadMeeting } from './lead-meeting.tsx';
import styles from '../work/work-page.module.css';

// Loaded on demand, because its data is fetched only once the page is shown.
const RelatedLeads = lazy(async () => ({ default: (await import('./related-leads.tsx')).RelatedLeads }));

/** The marks that the list shows as well, and why the address gets no mail, such as `a mail to it came back for good`. */
function Standing({ page }: { page: DeskLeadPage }) {
  const { mailRefusal, sample, suspectedSpam } = page;
  const isOfAddress = mailRefusal !== null && mailRefusal !== NO_MAIL_SERVER && !sample && !suspectedSpam;
  return (
    <>
      <LeadMarks lead={page} />
      {isOfAddress && <span className="fine">{page.mailRefusal}</span>}
    </>
  );
}

export function LeadPage({ id }: { id: string }) {
  return (
    <WorkPage
      of={leadSection}
      id={id}
      head={(page) => ({ title: page.name || page.email, about: page.request, marks: <Standing page={page} /> })}
    >
      {(page, list) => (
        <>
          <ListSteps {...list} noun="lead" />
          <WorkOn of={leadSection} page={page} beside={<LeadMeeting page={page} />}>
            <LeadActions page={page} />
          </WorkOn>
          <div className={`stack gap-5 mt-3 ${styles.columns}`}>
            <div className="stack gap-4 content-start min-w-0">
              <RequestFacts of={leadSection} page={page} title="What they sent" />
              <Suspense fallback={null}>
                <RelatedLeads page={page} />
              </Suspense>
            </div>
            <section className="stack gap-2 content-start min-w-0" aria-labelledby="story">
              <h2 id="story">What happened</h2>
              <NoteForm of={leadSection} id={page.id} />
              <p className="quiet">{removalWords(page.removal, longDay)}</p>
              <LeadTimeline page={page} />
            </section>
          </div>
        </>
      )}
    </WorkPage>
  );
}
