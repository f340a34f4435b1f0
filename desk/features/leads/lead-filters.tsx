import { useId } from 'react';
import { leadChoices } from '../../../contract/calls/desk/lead-calls.ts';
import { sourceChoices as named } from '../../../contract/desk/source-words.ts';
import { fieldOf, staffFieldsOf } from '../../../contract/desk/staff-fields.ts';
import { useCall } from '../../data/queries.ts';
import { ViewTabs } from '../../parts/view-tabs.tsx';
import { NOBODY, type LeadsFilter } from './leads-filter.ts';
import { choicesOf } from '../work/field-words.ts';
import { useColleagues } from '../work/use-names.ts';
import styles from './lead-filters.module.css';

type FilterProps = { filter: LeadsFilter; onChange: (filter: LeadsFilter) => void };

const savedViews = [
  [undefined, 'All'],
  ['new', 'New'],
  ['mine', 'Mine'],
  ['waiting', 'To answer'],
  ['spam', 'Spam'],
] as const;

/** Every view except the one for suspected spam leaves suspected spam out. */
const viewWords = {
  all: 'All leads except suspected spam',
  new: 'Leads that nobody has answered or given a state',
  mine: 'Leads given to you that are neither won nor lost',
  waiting: 'New leads whose address is confirmed: they wait for an answer',
  spam: 'Suspected spam, which no other list has: nothing is mailed for it',
} as const;

export function LeadViews({ filter, onChange, counts }: FilterProps & { counts: Readonly<Record<string, string | undefined>> }) {
  const { view, ...rest } = filter;
  return (
    <ViewTabs
      views={savedViews}
      chosen={view}
      counts={counts}
      about={viewWords[view ?? 'all']}
      onChoose={(name) => onChange(name === undefined ? rest : { ...rest, view: name })}
    />
  );
}

export function LeadFilters({ filter, onChange }: FilterProps) {
  const { data: choices } = useCall(leadChoices, {});
  const { colleagues, nameOf } = useColleagues();
  const selects = [
    ...staffFieldsOf('lead', 'choice').map((name) => [name, fieldOf(name).label, choicesOf(name)] as const),
    ['confirmed', 'Address confirmed', confirmations],
    ['owner', 'Owner', ownerChoices(filter.owner, colleagues, nameOf)],
    ['form', 'Form', named('form', choices?.forms)],
    ['caller', 'Button', named('caller', choices?.callers)],
    ['campaign', 'Campaign', named('campaign', choices?.campaigns)],
    ['country', 'Country', named('country', choices?.countries)],
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
      <Day label="From" value={filter.from} max={filter.to} onChange={(value) => onChange(changed(filter, 'from', value))} />
      <Day label="Until" value={filter.to} min={filter.from} onChange={(value) => onChange(changed(filter, 'to', value))} />
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

const confirmations = [
  ['yes', 'Yes'],
  ['no', 'Not yet'],
] as const;

type Colleague = { id: string; name: string; roles: readonly string[] };

/** Colleagues with the role sales, and the chosen owner even if they have left. */
function ownerChoices(chosen: string | undefined, colleagues: readonly Colleague[], nameOf: (account: string) => string) {
  const sellers = colleagues.filter(({ roles }) => roles.includes('sales')).map(({ id, name }) => [id, name] as const);
  const isListed = chosen === undefined || chosen === NOBODY || sellers.some(([id]) => id === chosen);
  return [[NOBODY, 'Nobody'] as const, ...sellers, ...(isListed ? [] : [[chosen, nameOf(chosen)] as const])];
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

type DayProps = {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (value: string) => void;
};

function Day({ label, value = '', min, max, onChange }: DayProps) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <input id={id} type="date" value={value} min={min} max={max} onChange={(event) => onChange(event.target.value)} />
    </div>
  );
}
