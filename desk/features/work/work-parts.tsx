import { useId, type ReactNode } from 'react';
import type { DeskLeadPage } from '../../../contract/desk/lead-facts.ts';
import type { Role } from '../../../contract/desk/roles.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { useChange } from '../../data/queries.ts';
import { FormFoot } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { conflictWords } from './lead-change.ts';
import type { useLeadWork } from './use-lead-work.ts';
import { useColleagues } from './use-names.ts';
import type { ShownSection, WorkSection } from './work-section.ts';
import styles from './work-parts.module.css';

/** A row of actions for the open page, with their results below. */
export function WorkBar({ row, children }: { row: ReactNode; children?: ReactNode }) {
  return (
    <section aria-label="Work on it" className={styles.actions}>
      <div className={styles.row}>{row}</div>
      {children}
    </section>
  );
}

type OwnerProps = {
  page: Pick<DeskLeadPage, 'owner'>;
  /** The role that a new owner needs. */
  ofRole?: Role;
  assign: (owner: string | null) => void;
};

export function OwnerChoice({ page, ofRole = 'sales', assign }: OwnerProps) {
  const id = useId();
  const me = useSignedIn();
  const { colleagues } = useColleagues();
  const offered = colleagues.filter((one) => (one.roles.includes(ofRole) && !one.revoked) || one.id === page.owner);
  return (
    <>
      <label htmlFor={id}>Owner</label>
      <select id={id} value={page.owner ?? ''} onChange={(event) => assign(event.target.value || null)}>
        <option value="">Nobody</option>
        {offered.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
      {page.owner !== me.id && (
        <SmallButton variant="outline" onClick={() => assign(me.id)}>
          Take it
        </SmallButton>
      )}
    </>
  );
}

/** The error of the last change, and a conflict with a colleague's change. */
export function WorkFaults({ work }: { work: ReturnType<typeof useLeadWork> }) {
  const { nameOf } = useColleagues();
  return (
    <>
      <FaultAlert fault={work.fault} title="Not changed" />
      {work.conflict !== undefined && (
        <Alert look="info" icon="info" title="Somebody changed it meanwhile">
          <p>{conflictWords(work.conflict.now, work.conflict.wish.words, nameOf)}</p>
          <FormFoot>
            <SmallButton onClick={work.insist}>Do it all the same</SmallButton>
            <SmallButton variant="outline" onClick={work.yield}>
              Leave it as it is
            </SmallButton>
          </FormFoot>
        </Alert>
      )}
    </>
  );
}

type ReleaseProps = {
  of: Pick<ShownSection, 'read' | 'lists'> & Pick<WorkSection, 'release'>;
  page: Pick<DeskLeadPage, 'id' | 'suspectedSpam'>;
};

export function ReleaseButton({ of, page }: ReleaseProps) {
  const release = useChange(of.release, {
    changes: [of.read, ...of.lists],
    onDone: ({ released }) =>
      notify(released ? 'Not spam. The mails that were held back are sent.' : 'Somebody has marked it as “Not spam” already.'),
  });
  if (!page.suspectedSpam) return null;
  return (
    <>
      <SmallButton busy={release.isPending} onClick={() => release.isPending || release.mutate({ id: page.id })}>
        Not spam
      </SmallButton>
      <FaultAlert fault={release.error} title="Not changed" />
    </>
  );
}

/** Not primary for suspected spam: it is checked first, and nothing is mailed to it until then. */
export function AnswerButton({ page, onPress }: { page: Pick<DeskLeadPage, 'suspectedSpam'>; onPress: () => void }) {
  return (
    <SmallButton variant={page.suspectedSpam ? 'outline' : 'primary'} onClick={onPress}>
      Answer
    </SmallButton>
  );
}

/** Shown above suspected spam. */
export function SpamAlert({ page }: { page: Pick<DeskLeadPage, 'suspectedSpam' | 'spamReason'> }) {
  if (!page.suspectedSpam) return null;
  return (
    <Alert look="info" icon="warning" title="Suspected spam">
      <p>
        {page.spamReason !== null && `Why: ${page.spamReason}. `}No mail is sent for it as long as it is. Press “Not spam” if it is a
        person.
      </p>
    </Alert>
  );
}
