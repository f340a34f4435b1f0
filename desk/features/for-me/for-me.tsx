import { countNotices, listNotices, readNotices } from '../../../contract/calls/desk/notice-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { useCall, useChange } from '../../data/queries.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Moment } from '../../parts/moment.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { sectionPaths } from '../work/lead-words.ts';
import { useColleagues } from '../work/use-names.ts';
import styles from './for-me.module.css';

/** Notices of mentions and assignments, the unread ones first. */
export function ForMe() {
  const { data, error, refetch } = useCall(listNotices, {}, { every: 30_000 });
  const read = useChange(readNotices, { changes: [countNotices, listNotices] });
  const notices = (data?.notices ?? []).toSorted((a, b) => Number(a.readAt !== null) - Number(b.readAt !== null) || b.at - a.at);
  const unread = notices.filter(({ readAt }) => readAt === null).length;
  return (
    <>
      <ViewHead title="For me">
        {unread > 0 && (
          <SmallButton variant="outline" busy={read.isPending} onClick={() => read.isPending || read.mutate({})}>
            Mark all as read
          </SmallButton>
        )}
      </ViewHead>
      <FaultAlert fault={data === undefined ? error : null} title="This cannot be shown" onRetry={() => void refetch()} />
      <FaultAlert fault={read.error} title="Not marked" />
      {data === undefined && error === null && <Loading rows={4} />}
      {data !== undefined && notices.length === 0 && (
        <p className={styles.none}>Nothing yet. What is given to you, and notes that name you by @ and your name, stand here.</p>
      )}
      <ul className={styles.list}>
        {notices.map((notice) => (
          <Notice key={notice.id} notice={notice} />
        ))}
      </ul>
    </>
  );
}

function Notice({ notice }: { notice: CallOutput<typeof listNotices>['notices'][number] }) {
  const { nameOf } = useColleagues();
  const { about, kind, actor, text, at, readAt } = notice;
  const what = [about.name, about.request].filter(Boolean).join(', ');
  return (
    <li className={`${styles.notice} ${readAt === null ? styles.unread : ''}`}>
      <p className={styles.words}>
        {nameOf(actor)} {kind === 'named' ? 'named you in a note on' : 'gave you'}{' '}
        <a href={`${sectionPaths[about.section]}/${about.id}`}>{what}</a>
      </p>
      {text !== null && kind === 'named' && <p className={styles.text}>{text}</p>}
      <p className={styles.when}>
        <Moment at={at} />
        {readAt === null && <span className={styles.mark}>not read</span>}
      </p>
    </li>
  );
}
