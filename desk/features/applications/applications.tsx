import { useDeferredValue, useRef, useState } from 'react';
import { countApplicationsCall, applicationWork } from '../../../contract/calls/desk/application-calls.ts';
import type { DeskApplication } from '../../../contract/desk/application-facts.ts';
import { Button } from '../../../ui/button.tsx';
import { navigate, useSearch } from '../../router/navigation.ts';
import { useCall } from '../../data/queries.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { useDraft } from '../../parts/drafts.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { Loading } from '../../parts/loading.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import tools from '../leads/leads.module.css';
import { useChanges } from '../work/use-changes.ts';
import { useWorkList } from '../work/use-work-list.ts';
import { ApplicationFilters, PositionChoice, StageTabs } from './application-filters.tsx';
import { ApplicationRows } from './application-rows.tsx';
import { applicationSection } from './application-section.ts';
import { ChoiceBar, useChoice } from './choose-rows.tsx';
import { listWords } from './list-words.ts';
import styles from './applications.module.css';
import { applicationsAddress, applicationsFilterFrom, type ApplicationsFilter } from './applications-filter.ts';

const noRows: readonly DeskApplication[] = [];

/** The list of applications by position and stage, with the count of each. Shows open ones by default. */
export function Applications() {
  const filter = applicationsFilterFrom(useSearch());
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useDraft('applications search');
  const [filtersOpen, setFiltersOpen] = useState(false);
  const asked = useDeferredValue(search.trim());
  const { data: counted } = useCall(countApplicationsCall, {});
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useWorkList(
    applicationWork.list,
    asked === '' ? filter : { ...filter, search: asked },
    ({ applications }) => applications,
  );
  const rows = data?.rows ?? noRows;
  const choice = useChoice(rows);
  useChanges(applicationSection);
  const show = (next: ApplicationsFilter) => navigate(applicationsAddress(next), { replace: true });
  useCommands([
    { id: 'search applications', title: 'Search applications', group: 'Applications', keys: '/', run: () => field.current?.focus() },
  ]);
  const counts = counted?.counts ?? [];
  return (
    <>
      <ViewHead title="Applications">
        <PositionChoice filter={filter} counts={counts} onChange={show} />
      </ViewHead>
      <StageTabs filter={filter} counts={counts} views={counted?.views} onChange={show} />
      <div className={tools.tools}>
        <SearchField
          ref={field}
          className={tools.search}
          label="Search by name, address or position"
          placeholder="Name, address, position"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur();
          }}
        />
        <Button variant="outline" aria-expanded={filtersOpen} onClick={() => setFiltersOpen(!filtersOpen)}>
          Filters
        </Button>
        {rows.length > 0 && !choice.isOn && (
          <Button variant="outline" onClick={choice.start}>
            Choose several
          </Button>
        )}
      </div>
      {filtersOpen && <ApplicationFilters filter={filter} onChange={show} />}
      <FaultAlert fault={data === undefined ? error : null} title="The applications cannot be shown" onRetry={() => void refetch()} />
      {data === undefined && error === null && <Loading rows={8} />}
      {data !== undefined && data.rows.length === 0 && !hasNextPage && (
        <p className={tools.none}>
          {asked === '' && counts.length === 0
            ? 'No application has come yet.'
            : 'No application fits. Look at another stage, or take a filter away.'}
        </p>
      )}
      {data !== undefined && data.rows.length > 0 && (
        <p className={styles.summary}>
          <output>{listWords(asked === '' ? filter : { ...filter, search: asked }, counts)}</output>
        </p>
      )}
      {choice.isOn && rows.length > 0 && <ChoiceBar choice={choice} count={rows.length} />}
      {data !== undefined && (
        <ApplicationRows
          choice={choice}
          applications={data.rows}
          isOld={isPlaceholderData}
          onEnd={() => {
            if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
          }}
        />
      )}
    </>
  );
}
