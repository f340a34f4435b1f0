import { useDeferredValue, useRef, type ReactNode } from 'react';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { CallFault } from '../../data/call-server.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { useDraft } from '../../parts/drafts.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import type { Section } from './sections.ts';
import { WorkRows, type RowCells } from './work-rows.tsx';
import styles from './work-list.module.css';

/** The text to search a section by. It is a draft of the tab, and not in the address: names must not get into the browser's history. */
export function useListSearch({ section }: Pick<Section, 'section'>) {
  const [text, write] = useDraft(`${section}s search`);
  return { text, write, searched: useDeferredValue(text.trim()) };
}

type ListProps<Row> = {
  of: Section;
  list: UseInfiniteQueryResult<{ rows: Row[] }, CallFault>;
  search: ReturnType<typeof useListSearch>;
  /** What the search compares, such as `Name, address, subject`. */
  searches: string;
  /** Beside the heading. */
  beside?: ReactNode;
  tabs: ReactNode;
  /** Buttons beside the search. */
  tools?: ReactNode;
  /** Between the search and the rows. */
  filters?: ReactNode;
  /** Shown instead of rows. */
  none: ReactNode;
  /** Directly above the rows. */
  above?: ReactNode;
  cells: (row: Row) => RowCells;
  /** Actions beside a row's link. */
  renderAside?: (row: Row) => ReactNode;
};

/** A list of requests with its saved views, search and filters. */
export function WorkList<Row extends { id: string }>(props: ListProps<Row>) {
  const { of, list, search, searches, beside, tabs, tools, filters, none, above, cells, renderAside } = props;
  const { titles } = of;
  const field = useRef<HTMLInputElement>(null);
  const noun = titles.toLowerCase();
  useCommands([{ id: `search ${noun}`, title: `Search ${noun}`, group: titles, keys: '/', run: () => field.current?.focus() }]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  return (
    <>
      <ViewHead title={titles}>{beside}</ViewHead>
      {tabs}
      <div className={`row wraps gap-1 ${styles.tools}`}>
        <SearchField
          ref={field}
          className={styles.search}
          label={`Search by ${searches.toLowerCase().replace(/, (\w+)$/, ' or $1')}`}
          placeholder={searches}
          value={search.text}
          onChange={(event) => search.write(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur();
          }}
        />
        {tools}
      </div>
      {filters}
      <Loaded query={list} failure={`The ${noun} cannot be shown`} rows={8}>
        {({ rows }) => (
          <>
            {rows.length === 0 && !hasNextPage && <div className={`stack gap-1 items-start quiet ${styles.none}`}>{none}</div>}
            {rows.length > 0 && above}
            <WorkRows
              of={of}
              rows={rows}
              isOld={list.isPlaceholderData}
              onEnd={() => {
                if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
              }}
              cells={cells}
              {...(renderAside && { renderAside })}
            />
          </>
        )}
      </Loaded>
    </>
  );
}
