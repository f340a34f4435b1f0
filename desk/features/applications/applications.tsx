import { lazy, Suspense, useState } from 'react';
import { applicationWork, countApplicationsCall, exportApplicationsCall } from '../../../contract/calls/desk/application-calls.ts';
import type { DeskApplication } from '../../../contract/desk/application-facts.ts';
import { positionWords } from '../../../contract/posting.ts';
import { Button } from '../../../ui/button.tsx';
import { navigate, useSearch } from '../../router/navigation.ts';
import { useCall } from '../../data/queries.ts';
import { applicationSection } from '../work/sections.ts';
import { useChanges } from '../work/use-changes.ts';
import { useColleagues } from '../work/use-colleagues.ts';
import { ListFileButton, ListFileProgress, useListFile } from '../work/list-file.tsx';
import { useWorkList } from '../work/use-work-list.ts';
import { useListSearch, WorkList } from '../work/work-list.tsx';
import { ApplicationFilters, PositionChoice, StageTabs } from './application-filters.tsx';
import { ApplicationMarks } from './application-marks.tsx';
import { applicationsAddress, applicationsFilterFrom, type ApplicationsFilter } from './applications-filter.ts';
import { RefuseChosen } from './refuse-chosen.tsx';
import { listWords } from './list-words.ts';
import { RowAside, useRowKeys } from './row-aside.tsx';
import styles from './applications.module.css';

const ApplicationFunnelView = lazy(async () => ({ default: (await import('./application-funnel.tsx')).ApplicationFunnelView }));

const noRows: readonly DeskApplication[] = [];

/** The list of applications by position and stage, with the count of each. Shows open ones by default. */
export function Applications() {
  const filter = applicationsFilterFrom(useSearch());
  const search = useListSearch(applicationSection);
  const [filtersOpen, setFiltersOpen] = useState(false);
  const [funnelOpen, setFunnelOpen] = useState(false);
  const { data: counted } = useCall(countApplicationsCall, {});
  const input = search.searched === '' ? filter : { ...filter, search: search.searched };
  const file = useListFile(applicationSection, exportApplicationsCall, input);
  const list = useWorkList(applicationWork.list, input, ({ applications }) => applications);
  const rows = list.data?.rows ?? noRows;
  const take = useRowKeys(rows);
  const { nameOf } = useColleagues();
  useChanges(applicationSection);
  const show = (next: ApplicationsFilter) => navigate(applicationsAddress(next), { replace: true });
  const counts = counted?.counts ?? [];
  return (
    <WorkList
      of={applicationSection}
      list={list}
      search={search}
      searches="Name, address, position, letter, CV, note"
      beside={<PositionChoice filter={filter} counts={counts} onChange={show} />}
      tabs={<StageTabs filter={filter} counts={counts} views={counted?.views} onChange={show} />}
      tools={
        <>
          <Button variant="outline" aria-expanded={filtersOpen} onClick={() => setFiltersOpen(!filtersOpen)}>
            Filters
          </Button>
          <Button variant="outline" aria-expanded={funnelOpen} onClick={() => setFunnelOpen(!funnelOpen)}>
            Funnel
          </Button>
          <ListFileButton file={file} />
        </>
      }
      filters={
        <>
          <ListFileProgress file={file} />
          {filtersOpen && <ApplicationFilters filter={filter} onChange={show} />}
          {funnelOpen && (
            <Suspense>
              <ApplicationFunnelView />
            </Suspense>
          )}
        </>
      }
      none={
        <p>
          {search.searched === '' && counts.length === 0
            ? 'No application has come yet.'
            : 'No application fits. Look at another stage, or take a filter away.'}
        </p>
      }
      above={
        <p className={`quiet ${styles.summary}`}>
          <output>{listWords(input, counts)}</output>
        </p>
      }
      cells={(application: DeskApplication) => ({
        name: application.name || application.email,
        below: application.email,
        what: positionWords(application.position),
        marks: <ApplicationMarks application={application} />,
        owner: application.owner === null ? '' : nameOf(application.owner),
        at: application.createdAt,
      })}
      renderAside={(application) => <RowAside application={application} take={take} />}
      renderChoice={(choice) => <RefuseChosen choice={choice} />}
    />
  );
}
