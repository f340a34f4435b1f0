import { overviewGroups, readOverviewCall } from '../../contract/desk/overview-calls.ts';
import { navigate, useSearch } from '../app/navigation.ts';
import { useCall } from '../calls/queries.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { ToggleRow } from '../parts/toggle-row.tsx';
import { ViewHead } from '../parts/view-head.tsx';
import { DayTable } from './day-table.tsx';
import { Funnel } from './funnel.tsx';
import { GroupTable } from './group-table.tsx';
import { LeadsChart } from './leads-chart.tsx';
import type { OverviewData } from './overview-data.ts';
import { askedFrom, overviewAddress, type OverviewAsked } from './overview-asked.ts';
import { wholeDayWords } from './overview-words.ts';
import { PeriodChoice } from './period-choice.tsx';
import { TableFile } from './table-file.tsx';
import styles from './overview.module.css';

export function Overview() {
  const asked = askedFrom(useSearch());
  const { data, error, isPlaceholderData, refetch } = useCall(readOverviewCall, asked, { old: true });
  const show = (next: OverviewAsked) => navigate(overviewAddress(next), { replace: true });
  return (
    <>
      <ViewHead title="Overview" about={data && <PeriodWords data={data} />} />
      <PeriodChoice asked={asked} shown={data?.now} onChange={show} />
      <FaultAlert fault={data === undefined ? error : null} title="The overview cannot be shown" onRetry={() => void refetch()} />
      {data === undefined && error === null && <Loading rows={6} />}
      {data !== undefined && (
        <div className={styles.sections} aria-busy={isPlaceholderData || undefined}>
          <section aria-labelledby="overview-days">
            <Head id="overview-days" title="Leads a day" asked={asked} table="days" />
            <LeadsChart data={data} />
            <DayTable data={data} />
          </section>
          <section aria-labelledby="overview-funnel">
            <Head id="overview-funnel" title="What became of them" asked={asked} table="funnel" />
            <Funnel data={data} />
          </section>
          <section aria-labelledby="overview-groups">
            <Head id="overview-groups" title="Where they came from" asked={asked} table="groups" />
            <GroupChoice asked={asked} onChange={show} />
            <GroupTable data={data} />
          </section>
        </div>
      )}
    </>
  );
}

function PeriodWords({ data: { now, before, underWay, since, zone } }: { data: OverviewData }) {
  return (
    <>
      {wholeDayWords(now.from)} to {wholeDayWords(now.to)}
      {underWay ? ', today so far,' : ''} beside {wholeDayWords(before.from)} to {wholeDayWords(before.to)}. Days of{' '}
      {zone.replaceAll('_', ' ')}.{since !== null && since > before.from && ` The first lead is of ${wholeDayWords(since)}.`}
    </>
  );
}

type HeadProps = { id: string; title: string; asked: OverviewAsked; table: 'days' | 'groups' | 'funnel' };

function Head({ id, title, asked, table }: HeadProps) {
  return (
    <div className={styles.head}>
      <h2 id={id}>{title}</h2>
      <TableFile asked={asked} table={table} of={title} />
    </div>
  );
}

const groupNames = {
  form: 'Form',
  caller: 'Button',
  campaign: 'Campaign',
  source: 'Source',
  referrer: 'Referring site',
  country: 'Country',
} as const;

function GroupChoice({ asked, onChange }: { asked: OverviewAsked; onChange: (asked: OverviewAsked) => void }) {
  return (
    <ToggleRow
      label="By what leads are told apart"
      items={overviewGroups.map((by) => [by, groupNames[by]] as const)}
      pressed={asked.by ?? 'form'}
      onPress={(by) => onChange({ ...asked, by })}
    />
  );
}
