import { useId, useState, type ReactNode } from 'react';
import type { DeskLeadPage } from '../../../contract/desk/lead-facts.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { May } from '../../account/may.tsx';
import { useChange } from '../../data/queries.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { FormFoot } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import type { Changing, Section } from './sections.ts';
import { useColleagues } from './use-colleagues.ts';
import type { useWork } from './use-work.ts';
import styles from './work-parts.module.css';

type WorkProps<P> = {
  of: Pick<Section, 'note'> & { standing: (page: P) => string };
  page: P;
  /** Shown beside state and owner to users who may only read. */
  beside?: ReactNode;
  children: ReactNode;
};

/** The controls to work on a request. Users who may only read see its state and owner instead. */
export function WorkOn<P extends { owner: string | null }>({ of, page, beside, children }: WorkProps<P>) {
  const { nameOf } = useColleagues();
  const standing = of.standing(page);
  return (
    <May
      call={of.note}
      otherwise={
        <div className="row wraps middle gap-2 mt-2">
          <p className="quiet">
            {standing.slice(0, 1).toUpperCase() + standing.slice(1)}, owner: {nameOf(page.owner)}
          </p>
          {beside}
        </div>
      }
    >
      {children}
    </May>
  );
}

/** A row of actions for the open page, with their results below. */
export function WorkBar({ row, children }: { row: ReactNode; children?: ReactNode }) {
  return (
    <section aria-label="Work on it" className={`stack gap-1 mt-2 ${styles.actions}`}>
      <div className={`row wraps middle gap-1 ${styles.row}`}>{row}</div>
      {children}
    </section>
  );
}

type Owned = { version: number; owner: string | null };
type Work<W extends { version: number }> = ReturnType<typeof useWork<W>>;

type OwnerProps<W extends Owned> = { of: Pick<Section, 'section' | 'work' | 'thisOne'>; page: { owner: string | null }; work: Work<W> };

/** A select field for the owner, and a button and a key to become the owner. */
export function OwnerChoice<W extends Owned>({ of, page, work }: OwnerProps<W>) {
  const id = useId();
  const me = useSignedIn();
  const { colleagues, workersOn, nameOf } = useColleagues();
  const workers = workersOn(of.work);
  const offered = colleagues.filter((one) => workers.includes(one) || one.id === page.owner);
  const assign = (owner: string | null) => work.ask(`given to ${nameOf(owner)}`, { owner } as Partial<W>);
  const title = `Take this ${of.section}`;
  useCommands([{ id: 'take', title, group: of.thisOne, keys: 'a', also: 'assign owner mine', run: () => assign(me.id) }]);
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

type FaultsProps<W extends Owned> = { of: Pick<Changing<W>, 'standing'>; work: Work<W> };

/** The error of the last change, and a conflict with a colleague's change. */
export function WorkFaults<W extends Owned>({ of, work: { fault, conflict, insist, yield: leave } }: FaultsProps<W>) {
  const { nameOf } = useColleagues();
  return (
    <>
      <FaultAlert fault={fault} title="Not changed" />
      {conflict !== undefined && (
        <Alert look="info" icon="info" title="Somebody changed it meanwhile">
          <p>{conflictWords(of.standing(conflict.now), nameOf(conflict.now.owner), conflict.wish.words)}</p>
          <FormFoot>
            <SmallButton onClick={insist}>Do it all the same</SmallButton>
            <SmallButton variant="outline" onClick={leave}>
              Leave it as it is
            </SmallButton>
          </FormFoot>
        </Alert>
      )}
    </>
  );
}

/** Says what a colleague changed in the meantime and that the user's change was not made. @param standing such as `Meeting` */
export function conflictWords(standing: string, owner: string, wanted: string): string {
  return `It is ${standing} now and belongs to ${owner}. Yours was not carried out: ${wanted}.`;
}

type ReleaseProps = { of: Pick<Section, 'read' | 'lists' | 'release'>; page: Pick<DeskLeadPage, 'id' | 'suspectedSpam'> };

export function ReleaseButton({ of, page }: ReleaseProps) {
  const release = useChange(of.release, {
    changes: [of.read, ...of.lists],
    onDone: ({ released }) =>
      notify(released ? 'Not spam. The mails that were held back are sent.' : 'Somebody has marked it as “Not spam” already.'),
  });
  if (!page.suspectedSpam) return null;
  return (
    <>
      <SmallButton busy={release.isPending} onClick={() => release.mutate({ id: page.id })}>
        Not spam
      </SmallButton>
      <FaultAlert fault={release.error} title="Not changed" />
    </>
  );
}

type AnswerProps = {
  of: Pick<Section, 'thisOne'>;
  page: { name: string; email: string; suspectedSpam: boolean };
  /** The form in the dialog. */
  children: (close: () => void) => ReactNode;
};

/** The button and the key to answer, with the dialog for it. A press outside does not close the dialog. */
export function Answer({ of, page, children }: AnswerProps) {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  const close = () => setOpen(false);
  useCommands([{ id: 'answer', title: 'Answer', group: of.thisOne, keys: 'r', also: 'reply mail write', run: open }]);
  return (
    <>
      <AnswerButton page={page} onPress={open} />
      <AnswerDialog open={isOpen} onClose={close} to={page}>
        {children(close)}
      </AnswerDialog>
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

type DialogProps = { open: boolean; onClose: () => void; to: { name: string; email: string }; children: ReactNode };

export function AnswerDialog({ open, onClose, to, children }: DialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={`Answer ${to.name || to.email}`} closesOutside={false} size="wide" fullScreenBelow="small">
      {children}
    </Dialog>
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

type MarksProps = {
  of: { suspectedSpam: boolean; sample: boolean };
  /** Something less important. */
  quiet?: string | undefined;
  children: ReactNode;
};

/** Marks for important facts, told apart by words and shape, not by colour alone. */
export function Marks({ of: { suspectedSpam, sample }, quiet, children }: MarksProps) {
  return (
    <span className={styles.marks}>
      {children}
      {suspectedSpam && <StateMark look="danger">Spam?</StateMark>}
      {quiet !== undefined && <span className="fine faint">{quiet}</span>}
      {sample && <span className="fine faint">sample</span>}
    </span>
  );
}
