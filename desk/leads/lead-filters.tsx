import { useId } from 'react';
import { leadChoices } from '../../contract/desk/lead-calls.ts';
import { leadStates } from '../../contract/desk/lead-states.ts';
import { useCall } from '../calls/queries.ts';
import { stateWords } from '../work/lead-words.ts';
import type { LeadsFilter } from './leads-filter.ts';
import { useColleagues } from '../work/use-names.ts';
import styles from './lead-filters.module.css';

type FilterProps = { filter: LeadsFilter; onChange: (filter: LeadsFilter) => void };

const savedViews = [
  [undefined, 'All'],
  ['new', 'New'],
  ['mine', 'Mine'],
  ['waiting', 'Waiting'],
  ['spam', 'Spam'],
] as const;

export function LeadViews({ filter, onChange }: FilterProps) {
  const { view, ...rest } = filter;
  return (
    <fieldset aria-label="Saved views" className={styles.views}>
      {savedViews.map(([name, words]) => (
        <button
          key={words}
          type="button"
          className={styles.view}
          aria-pressed={view === name}
          onClick={() => onChange(name === undefined ? rest : { ...rest, view: name })}
        >
          {words}
        </button>
      ))}
    </fieldset>
  );
}

export function LeadFilters({ filter, onChange }: FilterProps) {
  const { data: choices } = useCall(leadChoices, {});
  const { colleagues } = useColleagues();
  const plain = (values: readonly string[] = []) => values.map((value) => [value, value] as const);
  const selects = [
    ['state', 'State', leadStates.map((state) => [state, stateWords[state]] as const)],
    ['owner', 'Owner', colleagues.filter(({ roles }) => roles.includes('sales')).map(({ id, name }) => [id, name] as const)],
    ['form', 'Form', plain(choices?.forms)],
    ['caller', 'Button', plain(choices?.callers)],
    ['campaign', 'Campaign', plain(choices?.campaigns)],
    ['country', 'Country', plain(choices?.countries)],
  ] as const;
  return (
    <div className={styles.filters}>
      {selects.map(([name, label, options]) => (
        <Choice
          key={name}
          label={label}
          none="Any"
          options={options}
          value={filter[name] ?? ''}
          onChange={(value) => onChange(changed(filter, name, value))}
        />
      ))}
      <Choice
        label="Order"
        none="Newest first"
        options={[
          ['oldest', 'Oldest first'],
          ['changed', 'Last changed'],
          ['name', 'Name'],
        ]}
        value={filter.sort ?? ''}
        onChange={(value) => onChange(changed(filter, 'sort', value))}
      />
    </div>
  );
}

function changed(filter: LeadsFilter, name: keyof LeadsFilter, value: string): LeadsFilter {
  const { [name]: _, ...rest } = filter;
  return value === '' ? rest : { ...rest, [name]: value };
}

type ChoiceProps = {
  label: string;
  none: string;
  options: readonly (readonly [value: string, words: string])[];
  value: string;
  onChange: (value: string) => void;
};

function Choice({ label, none, options, value, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{none}</option>
        {value !== '' && !options.some(([one]) => one === value) && <option value={value}>{value}</option>}
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
