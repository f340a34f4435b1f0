import { useId } from 'react';
import { applicationStages, openStages, stageWords } from '../../../contract/desk/application-stages.ts';
import { fieldOf, staffFieldsOf } from '../../../contract/desk/staff-fields.ts';
import { SelectField } from '../../parts/select-field.tsx';
import { ViewTabs } from '../../parts/view-tabs.tsx';
import { choicesOf } from '../work/field-words.ts';
import { useColleagues } from '../work/use-names.ts';
import views from '../leads/lead-filters.module.css';
import { positionWords } from '../../../contract/posting.ts';
import { countOf, type ApplicationCounts, type ViewCounts } from './list-words.ts';
import type { ApplicationsFilter } from './applications-filter.ts';
import styles from './applications.module.css';

type FilterProps = { filter: ApplicationsFilter; onChange: (filter: ApplicationsFilter) => void };

/** A choice of all positions with applications, each with the number of applications that wait for a decision. */
export function PositionChoice({ filter, counts, onChange }: FilterProps & { counts: ApplicationCounts }) {
  const id = useId();
  const positions = [...new Set(counts.map(({ position }) => position))];
  const { position: _, ...rest } = filter;
  return (
    <div className={styles.position}>
      <label htmlFor={id}>Position</label>
      <select
        id={id}
        value={filter.position ?? ''}
        onChange={({ target: { value } }) => onChange(value === '' ? rest : { ...rest, position: value })}
      >
        <option value="">All positions ({countOf(counts, openStages)} to decide)</option>
        {filter.position !== undefined && !positions.includes(filter.position) && (
          <option value={filter.position}>{positionWords(filter.position)}</option>
        )}
        {positions.map((position) => (
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

/** Without the stage, which has the tabs. */
const others = staffFieldsOf('application', 'choice').filter((name) => name !== 'stage');

export function ApplicationFilters({ filter, onChange }: FilterProps) {
  const { colleagues } = useColleagues();
  const recruiters = colleagues.filter(({ roles }) => roles.includes('hr')).map(({ id, name }) => [id, name] as const);
  const set = (name: keyof ApplicationsFilter, value: string | number | boolean | undefined) => {
    const { [name]: _, ...rest } = filter;
    onChange(value === undefined || value === '' ? rest : { ...rest, [name]: value });
  };
  const any = ['', 'Any'] as const;
  return (
    <div className={views.filters}>
      {others.map((name) => (
        <SelectField
          key={name}
          label={fieldOf(name).label}
          items={[any, ...choicesOf(name)]}
          value={filter[name] ?? ''}
          onChange={({ target }) => set(name, target.value)}
        />
      ))}
      <SelectField
        label="Rating"
        items={[any, ...ratings]}
        value={filter.rating ?? ''}
        onChange={({ target: { value } }) => set('rating', value === '' ? undefined : Number(value))}
      />
      <SelectField
        label="Owner"
        items={[any, ...recruiters]}
        value={filter.owner ?? ''}
        onChange={({ target }) => set('owner', target.value)}
      />
      <SelectField
        label="CV"
        items={[any, ['clean', 'Scanned'], ['unscanned', 'Not scanned'], ['pending', 'Being scanned'], ['infected', 'Held back']]}
        value={filter.scan ?? ''}
        onChange={({ target }) => set('scan', target.value)}
      />
      <SelectField
        label="Samples"
        items={[any, ['false', 'None'], ['true', 'Only samples']]}
        value={filter.sample === undefined ? '' : String(filter.sample)}
        onChange={({ target: { value } }) => set('sample', value === '' ? undefined : value === 'true')}
      />
      <SelectField
        label="Order"
        items={[
          ['', 'Newest first'],
          ['oldest', 'Oldest first'],
          ['changed', 'Last changed'],
          ['name', 'Name'],
        ]}
        value={filter.sort ?? ''}
        onChange={({ target }) => set('sort', target.value)}
      />
    </div>
  );
}
