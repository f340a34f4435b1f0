import { countMessagesCall, messageViews, type DeskMessage, messageWork } from '../../../contract/calls/desk/message-calls.ts';
import { navigate, useSearch } from '../../router/navigation.ts';
import { filterAddress, filterFrom } from '../../router/address-filter.ts';
import { ViewTabs } from '../../parts/view-tabs.tsx';
import { useListCounts } from '../work/list-counts.ts';
import { messageSection } from '../work/sections.ts';
import { useChanges } from '../work/use-changes.ts';
import { useColleagues } from '../work/use-colleagues.ts';
import { useWorkList } from '../work/use-work-list.ts';
import { useListSearch, WorkList } from '../work/work-list.tsx';
import { MessageMarks } from './message-marks.tsx';
import styles from './messages.module.css';

const views = [
  ['open', 'Open'],
  ['mine', 'Mine'],
  ['answered', 'Answered'],
  ['all', 'All'],
  ['spam', 'Spam'],
] as const;

const viewWords = {
  open: 'Messages that wait for an answer',
  mine: 'Open messages given to you',
  answered: 'Messages that were answered, or marked so',
  all: 'Open and answered messages, except suspected spam',
  spam: 'Suspected spam, which no other list has',
} as const;

type MessageView = keyof typeof viewWords;

/** Messages from the contact page. Shows open ones by default. */
export function Messages() {
  const { view } = filterFrom(useSearch(), { view: views.map(([name]) => name) }) as { view?: MessageView };
  const chosen = view ?? 'open';
  const search = useListSearch(messageSection);
  const input = search.searched === '' ? {} : { search: search.searched };
  const isLive = useChanges(messageSection);
  const counts = useListCounts(countMessagesCall, messageViews, { input, isLive });
  const list = useWorkList(messageWork.list, { ...input, ...(chosen !== 'all' && { view: chosen }) }, ({ messages }) => messages);
  const { nameOf } = useColleagues();
  const choose = (next: MessageView) => navigate(filterAddress('/messages', { view: next === 'open' ? '' : next }), { replace: true });
  return (
    <WorkList
      of={messageSection}
      list={list}
      search={search}
      searches="Name, address, subject, message, note"
      tabs={<ViewTabs views={views} chosen={chosen} counts={counts} about={viewWords[chosen]} onChoose={choose} />}
      none={<p>{noneWords(chosen, search.searched)}</p>}
      cells={(message: DeskMessage) => ({
        name: message.name || message.email,
        below: message.email,
        what: (
          <span className={`stack min-w-0 ${styles.subject}`}>
            <span>{message.subject}</span>
            <span className={`faint ${styles.excerpt}`}>{message.excerpt}</span>
          </span>
        ),
        marks: <MessageMarks message={message} />,
        owner: ownerWords(message, nameOf),
        at: message.createdAt,
      })}
    />
  );
}

function ownerWords({ answeredBy, owner }: DeskMessage, nameOf: (account: string | null) => string): string {
  if (answeredBy !== null) return `by ${nameOf(answeredBy)}`;
  return owner === null ? '' : `for ${nameOf(owner)}`;
}

function noneWords(view: MessageView, searched: string): string {
  if (searched !== '') return 'No message fits. Search for less, or look at all of them.';
  if (view === 'open') return 'Nothing is open: every message has its answer.';
  return view === 'mine' ? 'No open message is yours.' : 'No message is here.';
}
