import { encodeCall } from '../../../contract/calls/desk/call-request.ts';
import {
  exportColleaguesCall,
  exportOverviewCall,
  overviewGroupNames,
  overviewGroups,
  readColleaguesCall,
  readOverviewCall,
  type overviewTables,
} from '../../../contract/calls/desk/overview-calls.ts';
import { mayUse } from '../../../contract/desk/roles.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { FirstSteps } from '../../account/first-steps.tsx';
import { NoMailNote } from '../../account/no-mail-note.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { navigate, useSearch } from '../../router/navigation.ts';
import { useCall } from '../../data/queries.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { Loading } from '../../parts/loading.tsx';
import { ToggleRow } from '../../parts/toggle-row.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { ColleagueTable } from './colleague-table.tsx';
import { DayTable } from './day-table.tsx';
import { Funnel } from './funnel.tsx';
import { GroupTable } from './group-table.tsx';
import { LeadsChart } from './leads-chart.tsx';
import type { OverviewData } from './overview-data.ts';
import { askedFrom, overviewAddress, type OverviewAsked } from './overview-asked.ts';
import { wholeDayWords } from './overview-words.ts';
import { PeriodChoice } from './period-choice.tsx';
import styles from './overview.module.css';

export function Overview() {
  const asked = askedFrom(useSearch());
  const { data, error, isPlaceholderData, refetch } = useCall(readOverviewCall, asked, { old: true });
  const { roles } = useSignedIn();
  const fileOf = (table: (typeof overviewTables)[number]) => encodeCall(exportOverviewCall, { ...asked, table }).path;
  const show = (next: OverviewAsked) => navigate(overviewAddress(next), { replace: true });
  return (
    <>
      <ViewHead title="Overview" about={data && <PeriodWords data={data} />} />
      <PeriodChoice asked={asked} shown={data?.now} onChange={show} />
      <FaultAlert fault={data === undefined ? error : null} title="The overview cannot be shown" onRetry={() => void refetch()} />
      {data === undefined && error === null && <Loading rows={6} />}
      {data?.since === null && <FirstSteps />}
      {data !== undefined && data.since !== null && (
        <div className={styles.sections} aria-busy={isPlaceholderData || undefined}>
          <section aria-labelledby="overview-days">
            <Head id="overview-days" title="Leads a day" file={fileOf('days')} />
            <LeadsChart data={data} />
            <DayTable data={data} />
          </section>
          <section aria-labelledby="overview-funnel">
            <Head id="overview-funnel" title="What became of them" file={fileOf('funnel')} />
            <NoMailNote />
            <Funnel data={data} />
          </section>
          <section aria-labelledby="overview-groups">
            <Head id="overview-groups" title="Where they came from" file={fileOf('groups')} />
            <GroupChoice asked={asked} onChange={show} />
            <GroupTable data={data} />
          </section>
          {mayUse(roles, readColleaguesCall.access) && (
            <section aria-labelledby="overview-colleagues">
              <Head id="overview-colleagues" title="Whose they are" file={encodeCall(exportColleaguesCall, asked).path} />
              <ColleagueTable asked={asked} />
            </section>
          )}
        </div>
      )}
    </>
  );
}

function PeriodWords({ data: { now, before, underWay, since, zone } }: { data: OverviewData }) {
  return (
    <>
      {wholeDayWords(now.from)} to {wholeDayWords(now.to)}
      {underWay ? ' (today so far)' : ''}, compared with the days before: {wholeDayWords(before.from)} to {wholeDayWords(before.to)}. A day
      begins at midnight in {zone.replaceAll('_', ' ')}.
      {since !== null && since > before.from && ` The first lead is of ${wholeDayWords(since)}.`}
    </>
  );
}

type HeadProps = { id: string; title: string; file: string };

/** A heading with a button that downloads the numbers below it. */
function Head({ id, title, file }: HeadProps) {
  return (
    <div className={styles.head}>
      <h2 id={id}>{title}</h2>
      <a className={styles.file} href={file} download>
        CSV<VisuallyHidden> of {title}</VisuallyHidden>
      </a>
    </div>
  );
}

function GroupChoice({ asked, onChange }: { asked: OverviewAsked; onChange: (asked: OverviewAsked) => void }) {
  return (
    <ToggleRow
      label="By what leads are told apart"
      items={overviewGroups.map((by) => [by, overviewGroupNames[by]] as const)}
      pressed={asked.by ?? 'form'}
      onPress={(by) => onChange({ ...asked, by })}
    />
  );
}
