import { chooseNoticeMails, countNotices, listNotices, readNotices } from '../../../contract/calls/desk/notice-calls.ts';
import { leadNewsWords, noticeMails, type NoticeMails } from '../../../contract/desk/lead-news.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { useCall, useChange } from '../../data/queries.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { sectionPaths } from '../work/sections.ts';
import { useColleagues } from '../work/use-colleagues.ts';
import styles from './for-me.module.css';

/** Notices of mentions and assignments, the unread ones first. */
export function ForMe() {
  const query = useCall(listNotices, {}, { every: 30_000 });
  const read = useChange(readNotices, { changes: [countNotices, listNotices] });
  const notices = (query.data?.notices ?? []).toSorted((a, b) => Number(a.readAt !== null) - Number(b.readAt !== null) || b.at - a.at);
  const unread = notices.filter(({ readAt }) => readAt === null).length;
  return (
    <>
      <ViewHead title="For me">
        {unread > 0 && (
          <SmallButton variant="outline" busy={read.isPending} onClick={() => read.mutate({})}>
            Mark all as read
          </SmallButton>
        )}
      </ViewHead>
      <FaultAlert fault={read.error} title="Not marked" />
      {query.data !== undefined && <MailChoice mails={query.data.mails} />}
      <Loaded query={query} failure="This cannot be shown" rows={4}>
        {() =>
          notices.length === 0 ? (
            <p className={`quiet ${styles.none}`}>
              Nothing yet. What is given to you, what happens to it, and notes that name you by @ and your name, stand here.
            </p>
          ) : (
            <ul className="stack mt-2 border-top">
              {notices.map((notice) => (
                <Notice key={notice.id} notice={notice} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

const mailWords: Readonly<Record<NoticeMails, string>> = {
  'at once': 'At once, as one mail for all of five minutes',
  daily: 'Once a day, in the morning',
  never: 'Not: I look here',
};

/** How often these notices come by mail. */
function MailChoice({ mails }: { mails: NoticeMails }) {
  const choose = useChange(chooseNoticeMails, { changes: [listNotices] });
  return (
    <div className={styles.mails}>
      <SelectField
        label="By mail"
        items={noticeMails.map((one) => [one, mailWords[one]] as const)}
        value={choose.variables?.mails ?? mails}
        onChange={({ target }) => choose.mutate({ mails: target.value as NoticeMails })}
      />
      <FaultAlert fault={choose.error} title="Not changed" />
    </div>
  );
}

function Notice({ notice }: { notice: CallOutput<typeof listNotices>['notices'][number] }) {
  const { nameOf } = useColleagues();
  const { about, kind, actor, text, at, readAt } = notice;
  const what = [about.name, about.request].filter(Boolean).join(', ');
  return (
    <li className={`stack gap-half border-bottom ${styles.notice} ${readAt === null ? styles.unread : ''}`}>
      <p className={styles.words}>
        {kind === 'assigned' && actor === null
          ? 'In turn you got '
          : kind === 'named' || kind === 'assigned'
            ? `${nameOf(actor)} ${kind === 'named' ? 'named you in a note on' : 'gave you'} `
            : ''}
        <a href={`${sectionPaths[about.section]}/${about.id}`}>{what}</a>
        {kind === 'named' || kind === 'assigned' ? '' : `: ${leadNewsWords[kind]}`}
      </p>
      {text !== null && kind === 'named' && <p className={`breaks quiet ${styles.text}`}>{text}</p>}
      <p className="row gap-1 fine faint">
        <Moment at={at} />
        {readAt === null && <span className={`strong ${styles.mark}`}>not read</span>}
      </p>
    </li>
  );
}
