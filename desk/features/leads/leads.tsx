import { lazy, Suspense, useState } from 'react';
import { countLeadsCall, exportLeadsCall, leadChoices, leadWork } from '../../../contract/calls/desk/lead-calls.ts';
import { leadViews, reachedSteps, reachedWords, type DeskLead } from '../../../contract/desk/lead-facts.ts';
import { mayUse } from '../../../contract/desk/roles.ts';
import { useSignedIn } from '../../account/account-context.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { leadOrigins, originNames } from '../../../contract/desk/lead-origins.ts';
import { sourceChoices, sourceWords } from '../../../contract/desk/source-words.ts';
import { fieldOf, staffFieldsOf } from '../../../contract/desk/staff-fields.ts';
import { Button } from '../../../ui/button.tsx';
import { FirstSteps } from '../../account/first-steps.tsx';
import { navigate, useSearch } from '../../router/navigation.ts';
import { useCall } from '../../data/queries.ts';
import { FilterRow } from '../../parts/filter-row.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { ViewTabs } from '../../parts/view-tabs.tsx';
import { choicesOf } from '../work/field-words.ts';
import { LeadMarks } from '../work/lead-marks.tsx';
import { orders } from '../work/list-orders.ts';
import { leadSection } from '../work/sections.ts';
import { useChanges } from '../work/use-changes.ts';
import { useColleagues } from '../work/use-colleagues.ts';
import { useListCounts } from '../work/list-counts.ts';
import { useWorkList } from '../work/use-work-list.ts';
import { useListSearch, WorkList } from '../work/work-list.tsx';
import { leadsAddress, leadsFilterFrom, leadsInput, NOBODY, unfiltered, type LeadsFilter } from './leads-filter.ts';
import { ListFileButton, ListFileProgress, useListFile } from '../work/list-file.tsx';

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

export function Leads() {
  const filter = leadsFilterFrom(useSearch());
  const search = useListSearch(leadSection);
  const [filtersOpen, setFiltersOpen] = useState(false);
  const input = leadsInput(filter, search.searched);
  const { view: _, sort: __, ...counted } = input;
  const isLive = useChanges(leadSection);
  const counts = useListCounts(countLeadsCall, leadViews, { input: counted, isLive });
  const file = useListFile(leadSection, exportLeadsCall, input);
  const list = useWorkList(leadWork.list, input, ({ leads }) => leads);
  const { nameOf } = useColleagues();
  const chosen = Object.keys(filter).filter((name) => name !== 'view' && name !== 'sort').length;
  const show = (next: LeadsFilter) => navigate(leadsAddress(next), { replace: true });
  const clear = (next: LeadsFilter) => {
    search.write('');
    show(next);
  };
  return (
    <WorkList
      of={leadSection}
      list={list}
      search={search}
      searches="Name, address, company, telephone, message, note"
      tabs={
        <ViewTabs
          views={savedViews}
          chosen={filter.view}
          counts={counts}
          about={viewWords[filter.view ?? 'all']}
          onChoose={(view) => show({ ...filter, view })}
        />
      }
      tools={
        <>
          <Button variant="outline" aria-expanded={filtersOpen} onClick={() => setFiltersOpen(!filtersOpen)}>
            Filters{chosen > 0 && ` (${chosen})`}
          </Button>
          {(chosen > 0 || search.text !== '') && (
            <Button variant="quiet" onClick={() => clear(unfiltered(filter))}>
              Clear
            </Button>
          )}
          <MakeLeadButton />
          <ListFileButton file={file} />
        </>
      }
      filters={
        <>
          <ListFileProgress file={file} />
          {filtersOpen && <Filters filter={filter} onChange={show} />}
        </>
      }
      none={<NoLead isFiltered={search.searched !== '' || chosen > 0} view={filter.view} onAll={() => clear({})} />}
      cells={(lead: DeskLead) => ({
        name: lead.name || lead.email,
        below: lead.company || lead.email,
        isBelowKept: lead.company !== '',
        what: lead.request,
        marks: <LeadMarks lead={lead} />,
        owner: lead.owner === null ? '' : nameOf(lead.owner),
        at: lead.createdAt,
      })}
    />
  );
}

// Loaded on demand: few leads are made by hand.
const MakeLead = lazy(async () => ({ default: (await import('./make-lead.tsx')).MakeLead }));

function MakeLeadButton() {
  const [state, setState] = useState<'unasked' | 'open' | 'closed'>('unasked');
  const { roles } = useSignedIn();
  const isWorker = mayUse(roles, 'leads.work');
  const open = () => setState('open');
  useCommands(isWorker ? [{ id: 'make lead', title: 'A lead by hand…', group: 'Leads', also: 'new add call telephone', run: open }] : []);
  if (!isWorker) return null;
  return (
    <>
      <Button variant="outline" onClick={open}>
        By hand…
      </Button>
      {state !== 'unasked' && (
        <Suspense fallback={null}>
          <MakeLead open={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}

const confirmations = [
  ['yes', 'Yes'],
  ['no', 'Not yet'],
] as const;

const reachedItems = reachedSteps.map((step) => [step, reachedWords[step]] as const);

function Filters({ filter, onChange }: { filter: LeadsFilter; onChange: (filter: LeadsFilter) => void }) {
  const { data: choices } = useCall(leadChoices, {});
  const { colleagues, nameOf } = useColleagues();
  const { owner } = filter;
  const sellers = colleagues.filter(({ roles }) => mayUse(roles, 'leads.work')).map(({ id, name }) => [id, name] as const);
  // The chosen owner is listed even if they have left.
  const isListed = owner === undefined || owner === NOBODY || sellers.some(([id]) => id === owner);
  const filters = [
    ...staffFieldsOf('lead', 'choice').map((name) => ({ name, label: fieldOf(name).label, items: choicesOf(name) })),
    { name: 'confirmed', label: 'Address confirmed', items: confirmations },
    {
      name: 'owner',
      label: 'Owner',
      items: [[NOBODY, 'Nobody'] as const, ...sellers, ...(isListed ? [] : [[owner, nameOf(owner)] as const])],
    },
    { name: 'form', label: 'Form', items: sourceChoices('form', choices?.forms) },
    { name: 'caller', label: 'Button', items: sourceChoices('caller', choices?.callers) },
    { name: 'campaign', label: 'Campaign', items: sourceChoices('campaign', choices?.campaigns) },
    // Only shown when they are set, as by a link from the overview.
    ...(filter.reached === undefined ? [] : [{ name: 'reached' as const, label: 'Came to', items: reachedItems }]),
    ...leadOrigins.flatMap((name) => {
      const value = filter[name];
      return value === undefined ? [] : [{ name, label: originNames[name], items: [[value, sourceWords(name, value)] as const] }];
    }),
    { name: 'country', label: 'Country', items: sourceChoices('country', choices?.countries) },
    { name: 'from', label: 'From' },
    { name: 'to', label: 'Until' },
    { name: 'sort', label: 'Order', ...orders },
  ] as const;
  return <FilterRow filters={filters} values={filter} onChange={(name, value) => onChange({ ...filter, [name]: value })} />;
}

function NoLead({ isFiltered, view, onAll }: { isFiltered: boolean; view: LeadsFilter['view']; onAll: () => void }) {
  if (!isFiltered && view === undefined) return <FirstSteps />;
  return (
    <>
      <p>{isFiltered ? 'No lead fits what you search and filter by.' : 'No lead is in this view now.'}</p>
      <SmallButton variant="outline" onClick={onAll}>
        Show all leads
      </SmallButton>
    </>
  );
}
