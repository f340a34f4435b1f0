import { countLeadsCall, leadWork } from '../../../contract/calls/desk/lead-calls.ts';
import { leadViews } from '../../../contract/desk/lead-facts.ts';
import { useDeferredValue, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FirstSteps } from '../../account/first-steps.tsx';
import { navigate, useSearch } from '../../router/navigation.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { Loading } from '../../parts/loading.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { useDraft } from '../../parts/drafts.ts';
import { LeadFilters, LeadViews } from './lead-filters.tsx';
import { LeadRows } from './lead-rows.tsx';
import { askedBy, leadsAddress, filterFrom, unfiltered, type LeadsFilter } from './leads-filter.ts';
import { ListFileButton, ListFileProgress, useListFile } from './list-file.tsx';
import { leadSection } from '../work/work-section.ts';
import { useChanges } from '../work/use-changes.ts';
import { useListCounts } from '../work/list-counts.ts';
import { useWorkList } from '../work/use-work-list.ts';
import styles from './leads.module.css';

export function Leads() {
  const address = useSearch();
  const filter = filterFrom(address);
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useDraft('leads search');
  const [filtersOpen, setFiltersOpen] = useState(false);
  const searched = useDeferredValue(search.trim());
  const asked = askedBy(filter, searched);
  const { view: _, sort: __, ...counted } = asked;
  const isLive = useChanges(leadSection);
  const counts = useListCounts(countLeadsCall, leadViews, { asked: counted, isLive });
  const file = useListFile(asked);
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useWorkList(
    leadWork.list,
    asked,
    ({ leads }) => leads,
  );
  const chosen = Object.keys(filter).filter((name) => name !== 'view' && name !== 'sort').length;
  const show = (next: LeadsFilter) => navigate(leadsAddress(next), { replace: true });
  useCommands([{ id: 'search leads', title: 'Search leads', group: 'Leads', keys: '/', run: () => field.current?.focus() }]);
  return (
    <>
      <ViewHead title="Leads" />
      <LeadViews filter={filter} onChange={show} counts={counts} />
      <div className={styles.tools}>
        <SearchField
          ref={field}
          className={styles.search}
          label="Search by name, address, company or telephone"
          placeholder="Name, address, company, telephone"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur();
          }}
        />
        <Button variant="outline" aria-expanded={filtersOpen} onClick={() => setFiltersOpen(!filtersOpen)}>
          Filters{chosen > 0 && ` (${chosen})`}
        </Button>
        {(chosen > 0 || search !== '') && (
          <Button
            variant="quiet"
            onClick={() => {
              setSearch('');
              if (chosen > 0) show(unfiltered(filter));
            }}
          >
            Clear
          </Button>
        )}
        <ListFileButton file={file} />
      </div>
      <ListFileProgress file={file} />
      {filtersOpen && <LeadFilters filter={filter} onChange={show} />}
      <FaultAlert fault={data === undefined ? error : null} title="The leads cannot be shown" onRetry={() => void refetch()} />
      {data === undefined && error === null && <Loading rows={8} />}
      {data !== undefined && data.rows.length === 0 && !hasNextPage && (
        <NoLead
          isFiltered={searched !== '' || Object.keys(filter).length > 0}
          onAll={() => {
            setSearch('');
            show({});
          }}
        />
      )}
      {data !== undefined && (
        <LeadRows
          leads={data.rows}
          isOld={isPlaceholderData}
          onEnd={() => {
            if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
          }}
        />
      )}
    </>
  );
}

function NoLead({ isFiltered, onAll }: { isFiltered: boolean; onAll: () => void }) {
  if (!isFiltered) return <FirstSteps />;
  return (
    <div className={styles.none}>
      <p>No lead fits what you search and filter by.</p>
      <SmallButton variant="outline" onClick={onAll}>
        Show all leads
      </SmallButton>
    </div>
  );
}
