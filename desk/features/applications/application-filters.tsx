import { useId } from 'react';
import { applicationStages, openStages, stageWords } from '../../../contract/desk/application-stages.ts';
import { fieldOf, staffFieldsOf } from '../../../contract/desk/staff-fields.ts';
import { positionWords } from '../../../contract/posting.ts';
import { mayUse } from '../../../contract/desk/roles.ts';
import { FilterRow } from '../../parts/filter-row.tsx';
import { ViewTabs } from '../../parts/view-tabs.tsx';
import { choicesOf } from '../work/field-words.ts';
import { orders } from '../work/list-orders.ts';
import { useColleagues } from '../work/use-colleagues.ts';
import { countOf, type ApplicationCounts, type ViewCounts } from './list-words.ts';
import type { ApplicationsFilter } from './applications-filter.ts';
import styles from './applications.module.css';

type FilterProps = { filter: ApplicationsFilter; onChange: (filter: ApplicationsFilter) => void };

/** A choice of all positions with applications, each with the number of applications that wait for a decision. */
export function PositionChoice({ filter, counts, onChange }: FilterProps & { counts: ApplicationCounts }) {
  const id = useId();
  const positions = new Set(counts.map(({ position }) => position));
  if (filter.position !== undefined) positions.add(filter.position);
  return (
    <div className={`row wraps middle min-w-0 ${styles.position}`}>
      <label htmlFor={id}>Position</label>
      <select id={id} value={filter.position ?? ''} onChange={({ target }) => onChange({ ...filter, position: target.value })}>
        <option value="">All positions ({countOf(counts, openStages)} to decide)</option>
        {[...positions].map((position) => (
          <option key={position} value={position}>
            {positionWords(position)} ({countOf(counts, openStages, position)} to decide)
          </option>
        ))}
      </select>
    </div>
  );
}

type TabsProps = FilterProps & { counts: ApplicationCounts; views: ViewCounts | undefined };

/** The stages as tabs, each with its count for the chosen position. */
export function StageTabs({ filter, counts, views: viewCounts, onChange }: TabsProps) {
  const { view, stage, ...rest } = filter;
  const counted = Object.fromEntries(
    [...applicationStages, 'open' as const, 'all' as const].map((one) => {
      const stages = one === 'all' ? undefined : one === 'open' ? openStages : [one];
      return [one, String(countOf(counts, stages, filter.position))];
    }),
  );
  for (const one of ['mine', 'spam'] as const) {
    const of = viewCounts?.filter(({ position }) => filter.position === undefined || position === filter.position);
    if (of !== undefined) counted[one] = String(of.reduce((sum, { [one]: count }) => sum + count, 0));
  }
  const choose = (name: (typeof tabs)[number][0]) => {
    const isStage = applicationStages.find((one) => one === name);
    onChange({ ...rest, ...(isStage !== undefined ? { stage: isStage } : name !== undefined && { view: name as 'open' }) });
  };
  return <ViewTabs views={tabs} chosen={stage ?? view} counts={counted} onChoose={choose} />;
}

const tabs = [
  ['open', 'Open'],
  ...applicationStages.map((stage) => [stage, stageWords[stage]] as const),
  ['mine', 'Mine'],
  [undefined, 'All'],
  ['spam', 'Spam'],
] as const;

const ratings = ['5', '4', '3', '2', '1'].map((rating) => [rating, rating === '5' ? '5' : `${rating} or more`] as const);

const scans = [
  ['clean', 'Scanned'],
  ['unscanned', 'Not scanned'],
  ['pending', 'Being scanned'],
  ['infected', 'Held back'],
] as const;

const samples = [
  ['false', 'None'],
  ['true', 'Only samples'],
] as const;

/** Without the stage, which is chosen by the tabs. */
const others = staffFieldsOf('application', 'choice').filter((name) => name !== 'stage');

export function ApplicationFilters({ filter, onChange }: FilterProps) {
  const { colleagues } = useColleagues();
  const filters = [
    ...others.map((name) => ({ name, label: fieldOf(name).label, items: choicesOf(name) })),
    { name: 'rating', label: 'Rating', items: ratings },
    {
      name: 'owner',
      label: 'Owner',
      items: colleagues.filter(({ roles }) => mayUse(roles, 'applications.work')).map(({ id, name }) => [id, name] as const),
    },
    { name: 'scan', label: 'CV', items: scans },
    { name: 'sample', label: 'Samples', items: samples },
    { name: 'sort', label: 'Order', ...orders },
  ] as const;
  return <FilterRow filters={filters} values={filter} onChange={(name, value) => onChange({ ...filter, [name]: value })} />;
}
