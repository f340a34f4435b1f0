import { listPeople, listSessions, revokeSession } from '../../../contract/calls/desk/account-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { useCall, useChange } from '../../data/queries.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import styles from './sessions.module.css';

type Session = CallOutput<typeof listSessions>['sessions'][number];

/** The sessions of the signed-in account. */
export function Sessions() {
  const query = useCall(listSessions, {});
  return (
    <>
      <ViewHead title="Sessions" about="Where you are signed in. End what you do not know: nobody stays in by it." />
      <Loaded query={query} failure="The sessions cannot be shown" rows={2}>
        {({ sessions }) => (
          <ul className={`border-top ${styles.list}`}>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
    </>
  );
}

const ways: Readonly<Record<Session['way'], string>> = {
  first: 'by the link of the first start',
  invitation: 'by an invitation',
  link: 'by a link in a mail',
  passkey: 'by a passkey',
  provider: 'by the company’s provider',
};

function SessionRow({ session }: { session: Session }) {
  const end = useChange(revokeSession, { changes: [listSessions, listPeople], onDone: () => notify('That session has ended.') });
  return (
    <li className={`row middle apart gap-2 border-bottom ${styles.row}`}>
      <div className="stack gap-half min-w-0">
        <h2 className={`row wraps ${styles.device}`}>
          {session.device}
          {session.current && <span className={`fine ${styles.current}`}>this one</span>}
        </h2>
        <p className="quiet">
          Signed in <Moment at={session.signedInAt} /> {ways[session.way]}. Last used <Moment at={session.seenAt} />, ends{' '}
          <Moment at={session.endsAt} /> at the latest.
        </p>
        <FaultAlert fault={end.error} title="Not ended" />
      </div>
      {!session.current && (
        <SmallButton
          variant="outline"

          busy={end.isPending}
          aria-label={`End the session on ${session.device}`}
          onClick={() => end.mutate({ id: session.id })}
        >
          End
        </SmallButton>
      )}
    </li>
  );
}
