import { lazy, Suspense, useDeferredValue, useRef, useState, type ReactNode } from 'react';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { SEVERAL } from '../../../contract/desk/several.ts';
import type { CallFault } from '../../data/call-server.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useMay } from '../../account/may.tsx';
import { useCommands } from '../../keyboard/commands.ts';
import { useDraft } from '../../parts/drafts.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { useChoice, type RowChoice } from './row-choice.ts';
import type { Section } from './sections.ts';
import type { LeftOut } from './use-several.ts';
import { WorkRows, type ListedRow, type RowCells } from './work-rows.tsx';
import styles from './work-list.module.css';

const ChoiceBar = lazy(async () => ({ default: (await import('./choice-bar.tsx')).ChoiceBar }));

/** The text to search a section by. It is a draft of the tab, and not in the address: names must not get into the browser's history. */
export function useListSearch({ section }: Pick<Section, 'section'>) {
  const [text, write] = useDraft(`${section}s search`);
  return { text, write, searched: useDeferredValue(text.trim()) };
}

type ListProps<Row extends ListedRow> = {
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
  /** Actions beside a row's link, unless rows are chosen. */
  renderAside?: (row: Row) => ReactNode;
  /** Further actions for the chosen rows. */
  renderChoice?: (choice: RowChoice<Row>) => ReactNode;
};

/** A list of requests with its saved views, search and filters. */
export function WorkList<Row extends ListedRow>(props: ListProps<Row>) {
  const { of, list, search, searches, beside, tabs, tools, filters, none, above, cells, renderAside, renderChoice } = props;
  const { titles } = of;
  const field = useRef<HTMLInputElement>(null);
  const noun = titles.toLowerCase();
  useCommands([{ id: `search ${noun}`, title: `Search ${noun}`, group: titles, keys: '/', run: () => field.current?.focus() }]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const mayWork = useMay(of.note);
  const loaded = list.data?.rows ?? [];
  const choice = useChoice(loaded);
  const [left, setLeft] = useState<LeftOut>([]);
  const chooseMost = async () => {
    let all = loaded;
    for (let more = hasNextPage; more && all.length < SEVERAL;) {
      const page = await fetchNextPage();
      all = page.data?.rows ?? all;
      more = page.hasNextPage && !page.isError;
    }
    choice.add(all.slice(0, SEVERAL));
  };
  return (
    <>
      <ViewHead title={titles}>{beside}</ViewHead>
      {tabs}
      <div className={`row wraps gap-1 ${styles.tools}`}>
        <SearchField
          ref={field}
          className={styles.search}
          label={`Search by ${searches.charAt(0).toLowerCase()}${searches.slice(1).replace(/, (\w+)$/, ' or $1')}`}
          placeholder={searches}
          value={search.text}
          onChange={(event) => search.write(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur();
          }}
        />
        {tools}
        {loaded.length > 0 && !choice.isOn && mayWork && (
          <Button variant="outline" onClick={choice.start}>
            Choose several
          </Button>
        )}
      </div>
      {filters}
      <Loaded query={list} failure={`The ${noun} cannot be shown`} rows={8}>
        {({ rows }) => (
          <>
            {rows.length === 0 && !hasNextPage && <div className={`stack gap-1 items-start quiet ${styles.none}`}>{none}</div>}
            {rows.length > 0 && above}
            {choice.isOn && (
              <Suspense>
                <ChoiceBar
                  of={of}
                  choice={choice}
                  rows={rows}
                  onAll={(on) => (on ? choice.add(rows.slice(0, SEVERAL)) : choice.clear())}
                  onMost={hasNextPage ? () => void chooseMost() : undefined}
                  onDone={setLeft}
                >
                  {renderChoice?.(choice)}
                </ChoiceBar>
              </Suspense>
            )}
            <LeftAlert left={left} onClose={() => setLeft([])} />
            <WorkRows
              of={of}
              rows={rows}
              isOld={list.isPlaceholderData}
              onEnd={() => {
                if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
              }}
              cells={cells}
              choice={choice}
              mayWork={mayWork}
              {...(renderAside && mayWork && { renderAside })}
            />
          </>
        )}
      </Loaded>
    </>
  );
}

/** Which of several requests were left out of the last change, and why. */
function LeftAlert({ left, onClose }: { left: LeftOut; onClose: () => void }) {
  if (left.length === 0) return null;
  return (
    <Alert look="info" icon="info" title="Left as they are">
      {left.map((words) => (
        <p key={words}>{words}</p>
      ))}
      <SmallButton variant="outline" onClick={onClose}>
        Close
      </SmallButton>
    </Alert>
  );
}
