import { useDeferredValue, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { navigate, useSearch } from '../app/navigation.ts';
import { useCommands } from '../keyboard/commands.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { ViewHead } from '../parts/view-head.tsx';
import { useDraft } from '../parts/drafts.ts';
import { LeadFilters, LeadViews } from './lead-filters.tsx';
import { LeadRows } from './lead-rows.tsx';
import { leadsAddress, filterFrom, type LeadsFilter } from './leads-filter.ts';
import { leadSection } from '../work/work-section.ts';
import { useChanges } from '../work/use-changes.ts';
import { useLeads } from './use-leads.ts';
import styles from './leads.module.css';

export function Leads() {
  const address = useSearch();
  const filter = filterFrom(address);
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useDraft('leads search');
  const [filtersOpen, setFiltersOpen] = useState(false);
  const asked = useDeferredValue(search.trim());
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useLeads(
    asked === '' ? filter : { ...filter, search: asked },
  );
  useChanges(leadSection);
  const show = (next: LeadsFilter) => navigate(leadsAddress(next), { replace: true });
  useCommands([{ id: 'search leads', title: 'Search leads', group: 'Leads', keys: '/', run: () => field.current?.focus() }]);
  return (
    <>
      <ViewHead title="Leads" />
      <LeadViews filter={filter} onChange={show} />
      <div className={styles.tools}>
        <input
          ref={field}
          type="search"
          className={styles.search}
          aria-label="Search by name, address, company or telephone"
          placeholder="Name, address, company, telephone"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur();
          }}
        />
        <Button variant="outline" aria-expanded={filtersOpen} onClick={() => setFiltersOpen(!filtersOpen)}>
          Filters
        </Button>
      </div>
      {filtersOpen && <LeadFilters filter={filter} onChange={show} />}
      <FaultAlert fault={data === undefined ? error : null} title="The leads cannot be shown" onRetry={() => void refetch()} />
      {data === undefined && error === null && <Loading rows={8} />}
      {data !== undefined && data.leads.length === 0 && !hasNextPage && (
        <p className={styles.none}>
          {asked === '' && Object.keys(filter).length === 0
            ? 'No lead has come yet.'
            : 'No lead fits. Search for less, or take a filter away.'}
        </p>
      )}
      {data !== undefined && (
        <LeadRows
          leads={data.leads}
          isOld={isPlaceholderData}
          onEnd={() => {
            if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
          }}
        />
      )}
    </>
  );
}
