import type { ReactNode } from 'react';
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
import { Loaded } from '../../parts/loaded.tsx';
import { ToggleRow } from '../../parts/toggle-row.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { ColleagueTable } from './colleague-table.tsx';
import { DayTable } from './day-table.tsx';
import { Funnel } from './funnel.tsx';
import { GroupTable } from './group-table.tsx';
import { LeadsChart } from './leads-chart.tsx';
import { askedFrom, overviewAddress, type OverviewAsked, type OverviewData } from './overview-asked.ts';
import { wholeDayWords } from './overview-words.ts';
import { PeriodChoice } from './period-choice.tsx';
import styles from './overview.module.css';

export function Overview() {
  const asked = askedFrom(useSearch());
  const query = useCall(readOverviewCall, asked, { old: true });
  const { data, isPlaceholderData } = query;
  const show = (next: OverviewAsked) => navigate(overviewAddress(next), { replace: true });
  return (
    <>
      <ViewHead title="Overview" about={data && <PeriodWords data={data} />} />
      <PeriodChoice asked={asked} shown={data?.now} onChange={show} />
      <Loaded query={query} failure="The overview cannot be shown" rows={6}>
        {(shown) =>
          shown.since === null ? <FirstSteps /> : <Sections data={shown} asked={asked} isOld={isPlaceholderData} onChange={show} />
        }
      </Loaded>
    </>
  );
}

type SectionsProps = { data: OverviewData; asked: OverviewAsked; isOld: boolean; onChange: (asked: OverviewAsked) => void };

function Sections({ data, asked, isOld, onChange }: SectionsProps) {
  const { roles } = useSignedIn();
  const fileOf = (table: (typeof overviewTables)[number]) => encodeCall(exportOverviewCall, { ...asked, table }).path;
  return (
    <div className={`stack gap-5 min-w-0 ${styles.sections}`} aria-busy={isOld || undefined}>
      <Only data={data} asked={asked} />
      <Section id="overview-days" title="Leads a day" file={fileOf('days')}>
        <LeadsChart data={data} />
        <DayTable data={data} />
      </Section>
      <Section id="overview-funnel" title="What became of them" file={fileOf('funnel')}>
        <NoMailNote />
        <Funnel data={data} />
      </Section>
      <Section id="overview-groups" title="Where they came from" file={fileOf('groups')}>
        <ToggleRow
          label="By what leads are told apart"
          items={overviewGroups.map((by) => [by, overviewGroupNames[by]] as const)}
          pressed={asked.by ?? 'form'}
          onPress={(by) => onChange({ ...withAll(asked), by })}
        />
        <GroupTable data={data} asked={asked} />
      </Section>
      {mayUse(roles, readColleaguesCall.access) && (
        <Section id="overview-colleagues" title="Whose they are" file={encodeCall(exportColleaguesCall, asked).path}>
          <ColleagueTable asked={asked} />
        </Section>
      )}
    </div>
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

/** The same request without the choice of one group. */
function withAll(asked: OverviewAsked): OverviewAsked {
  const { only: _, ...rest } = asked;
  return rest;
}

/** Names the group to which days and funnel are limited, with a link back to all leads. */
function Only({ data: { by, only }, asked }: Pick<SectionsProps, 'data' | 'asked'>) {
  if (only === null) return null;
  return (
    <p className={`row wraps gap-2 ${styles.only}`}>
      <span>
        {overviewGroupNames[by]}: <strong>{only.label}</strong>
      </span>
      <a href={overviewAddress(withAll(asked))}>All leads</a>
    </p>
  );
}

type SectionProps = { id: string; title: string; file: string; children: ReactNode };

/** A section with a button that downloads its numbers. */
function Section({ id, title, file, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <div className={`row apart gap-2 mb-1 ${styles.head}`}>
        <h2 id={id}>{title}</h2>
        <a className={`strong ${styles.file}`} href={file} download>
          CSV<VisuallyHidden> of {title}</VisuallyHidden>
        </a>
      </div>
      {children}
    </section>
  );
}
