import { useDeferredValue, useRef } from 'react';
import { countMessagesCall, messageViews, type DeskMessage, messageWork } from '../../../contract/calls/desk/message-calls.ts';
import { navigate, useSearch } from '../../router/navigation.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { useDraft } from '../../parts/drafts.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Moment } from '../../parts/moment.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { ViewTabs } from '../../parts/view-tabs.tsx';
import { useListCounts } from '../work/list-counts.ts';
import { useChanges } from '../work/use-changes.ts';
import { useColleagues } from '../work/use-names.ts';
import { useWorkList } from '../work/use-work-list.ts';
import { WorkRows } from '../work/work-rows.tsx';
import { MessageMarks } from './message-marks.tsx';
import { messageSection } from './message-section.ts';
import rowStyles from '../work/row-list.module.css';
import styles from './messages.module.css';

const views = [
  ['open', 'Open'],
  ['mine', 'Mine'],
  ['answered', 'Answered'],
  [undefined, 'All'],
  ['spam', 'Spam'],
] as const;

const viewWords = {
  open: 'Messages that wait for an answer',
  mine: 'Open messages given to you',
  answered: 'Messages that were answered, or marked so',
  all: 'Open and answered messages, except suspected spam',
  spam: 'Suspected spam, which no other list has',
} as const;

type MessageView = (typeof messageViews)[number] | undefined;

/** Messages from the contact page. Shows open ones by default. */
export function Messages() {
  const view = viewFrom(useSearch());
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useDraft('messages search');
  const searched = useDeferredValue(search.trim());
  const asked = searched === '' ? {} : { search: searched };
  const isLive = useChanges(messageSection);
  const counts = useListCounts(countMessagesCall, messageViews, { asked, isLive });
  const list = useWorkList(messageWork.list, { ...asked, ...(view !== undefined && { view }) }, ({ messages }) => messages);
  useCommands([{ id: 'search messages', title: 'Search messages', group: 'Messages', keys: '/', run: () => field.current?.focus() }]);
  return (
    <>
      <ViewHead title="Messages" />
      <ViewTabs
        views={views}
        chosen={view}
        counts={counts}
        about={viewWords[view ?? 'all']}
        onChoose={(next) => navigate(addressOf(next), { replace: true })}
      />
      <div className={styles.tools}>
        <SearchField
          ref={field}
          label="Search by name, address or subject"
          placeholder="Name, address, subject"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur();
          }}
        />
      </div>
      <FaultAlert
        fault={list.data === undefined ? list.error : null}
        title="The messages cannot be shown"
        onRetry={() => void list.refetch()}
      />
      {list.data === undefined && list.error === null && <Loading rows={6} />}
      {list.data?.rows.length === 0 && !list.hasNextPage && <p className={styles.none}>{noneWords(view, searched)}</p>}
      {list.data !== undefined && (
        <div className={styles.list}>
          <WorkRows
            of={messageSection}
            name="Messages"
            rows={list.data.rows}
            isOld={list.isPlaceholderData}
            onEnd={() => {
              if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
            }}
          >
            {(message) => <MessageRow message={message} />}
          </WorkRows>
        </div>
      )}
    </>
  );
}

function MessageRow({ message }: { message: DeskMessage }) {
  const { nameOf } = useColleagues();
  return (
    <>
      <span className={rowStyles.who}>
        <span className={rowStyles.name}>{message.name || message.email}</span>
        <span className={rowStyles.company}>{message.email}</span>
      </span>
      <span className={`${rowStyles.what} ${styles.subject}`}>
        <span>{message.subject}</span>
        <span className={styles.excerpt}>{message.excerpt}</span>
      </span>
      <span className={rowStyles.marks}>
        <MessageMarks message={message} />
      </span>
      <span className={rowStyles.owner}>
        {message.answeredBy !== null ? `by ${nameOf(message.answeredBy)}` : ownerWords(message, nameOf)}
      </span>
      <span className={rowStyles.when}>
        <Moment at={message.createdAt} />
      </span>
    </>
  );
}

function ownerWords({ owner }: DeskMessage, nameOf: (account: string | null) => string): string {
  return owner === null ? '' : `for ${nameOf(owner)}`;
}

function noneWords(view: MessageView, searched: string): string {
  if (searched !== '') return 'No message fits. Search for less, or look at all of them.';
  if (view === 'open') return 'Nothing is open: every message has its answer.';
  return view === 'mine' ? 'No open message is yours.' : 'No message is here.';
}

/** The view named in the query string; open messages by default. */
function viewFrom(search: string): MessageView {
  const asked = new URLSearchParams(search).get('view');
  if (asked === 'all') return undefined;
  return messageViews.find((view) => view === asked) ?? 'open';
}

function addressOf(view: MessageView): string {
  return view === 'open' ? '/messages' : `/messages?view=${view ?? 'all'}`;
}
