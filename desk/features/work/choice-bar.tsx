import { useState, type ReactNode } from 'react';
import type { SeveralChange } from '../../../contract/calls/desk/several-calls.ts';
import { SEVERAL } from '../../../contract/desk/several.ts';
import { leadStateWords, type LeadState } from '../../../contract/desk/lead-states.ts';
import { choiceWords } from '../../../contract/desk/staff-fields.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { DeskForm, SendFoot } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { choicesOf } from './field-words.ts';
import { someOf } from './left-words.ts';
import { LoseLead } from './lose-lead.tsx';
import type { RowChoice } from './row-choice.ts';
import type { Section } from './sections.ts';
import { useColleagues } from './use-colleagues.ts';
import { useSeveral, type LeftOut } from './use-several.ts';
import styles from './choice-bar.module.css';

type BarProps = {
  of: Section;
  choice: Pick<RowChoice, 'seen' | 'has' | 'stop'>;
  /** The rows that are loaded. */
  rows: readonly RowChoice['seen'][number][];
  onAll: (on: boolean) => void;
  /** Chooses as many as can be changed at once; undefined where all are loaded. */
  onMost: (() => void) | undefined;
  onDone: (left: LeftOut) => void;
  /** Further actions. */
  children?: ReactNode;
};

/** The number of chosen rows, and what can be done with them by one press. */
export function ChoiceBar({ of, choice, rows, onAll, onMost, onDone, children }: BarProps) {
  const me = useSignedIn();
  const { workersOn, nameOf } = useColleagues();
  const [asking, setAsking] = useState<'lost' | 'spam'>();
  const close = () => setAsking(undefined);
  const { seen } = choice;
  const done = (left: LeftOut) => {
    choice.stop();
    onDone(left);
  };
  const { ask, busy, fault } = useSeveral(of, { rows: seen, nameOf, onDone: done });
  const isPossible = seen.length > 0 && seen.length <= SEVERAL && !busy;
  const change = (words: string, asked: SeveralChange) => isPossible && ask(words, asked);
  const give = (owner: string | null) => change(owner === me.id ? 'yours' : `given to ${nameOf(owner)}`, { what: 'owner', owner });
  const stand = (value: string) => {
    if (of.section === 'application') change(choiceWords('stage', value), { what: 'stage', stage: value as never });
    else if (value === 'lost') setAsking('lost');
    else change(standWords(of, value as LeadState), { what: 'state', state: value as LeadState });
  };
  const group = of.titles;
  useCommands([
    { id: 'stop choosing', title: 'Stop choosing', group, keys: 'Escape', run: choice.stop },
    ...(isPossible ? [{ id: 'take chosen', title: 'Take those that are chosen', group, keys: 'a', run: () => give(me.id) }] : []),
  ]);
  const offered = workersOn(of.work);
  return (
    <section aria-label="Those that are chosen" className={`row wraps middle border-top ${styles.choice}`}>
      <label>
        <input
          type="checkbox"
          checked={rows.length > 0 && rows.every(({ id }) => choice.has(id))}
          onChange={(event) => onAll(event.target.checked)}
        />
        All {rows.length}
      </label>
      {onMost !== undefined && rows.length < SEVERAL && (
        <SmallButton variant="quiet" onClick={onMost}>
          All of the list, up to {SEVERAL}
        </SmallButton>
      )}
      <output>
        {seen.length} chosen{seen.length > SEVERAL && `: at most ${SEVERAL} at once`}
      </output>
      <SmallButton aria-disabled={!isPossible} busy={busy} onClick={() => give(me.id)}>
        Take
      </SmallButton>
      <Pick
        label="Give to"
        items={[['', 'Nobody'], ...offered.map(({ id, name }) => [id, name] as const)]}
        onPick={(id) => give(id || null)}
      />
      <Pick label={of.section === 'application' ? 'Stage' : 'State'} items={standings(of)} onPick={stand} />
      {children}
      <SmallButton variant="outline" aria-disabled={!isPossible} onClick={() => isPossible && setAsking('spam')}>
        Spam…
      </SmallButton>
      <SmallButton variant="outline" onClick={choice.stop}>
        Cancel
      </SmallButton>
      <FaultAlert fault={fault} title="Not known whether they were changed: the same press changes nothing twice" />
      <LoseLead
        draft="several"
        open={asking === 'lost'}
        onClose={close}
        onLost={(reason) => {
          close();
          change(`Lost: ${reason}`, { what: 'state', state: 'lost', reason });
        }}
      />
      <Dialog open={asking === 'spam'} onClose={close} title={`Mark ${someOf(of.section, seen.length)} as spam`} size="narrow">
        <DeskForm
          onSend={() => {
            close();
            change('marked as spam', { what: 'spam' });
          }}
        >
          <p>
            They leave every figure and list, what waits to be mailed for them is withheld, and their meetings are cancelled. Nobody of them
            is told.
          </p>
          <SendFoot onCancel={close}>Mark as spam</SendFoot>
        </DeskForm>
      </Dialog>
    </section>
  );
}

type PickProps = { label: string; items: readonly (readonly [string, string])[]; onPick: (value: string) => void };

/** A select field that acts when a value is chosen, and shows its label again. */
function Pick({ label, items, onPick }: PickProps) {
  return (
    <select aria-label={label} value={label} onChange={(event) => onPick(event.target.value)}>
      <option value={label} disabled hidden>
        {label}…
      </option>
      {items.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}

function standings({ section }: Section): readonly (readonly [string, string])[] {
  if (section === 'application') return choicesOf('stage');
  if (section === 'lead') return choicesOf('state');
  return [
    ['new', 'Open'],
    ['contacted', 'Answered'],
  ];
}

function standWords({ section }: Section, state: LeadState): string {
  if (section === 'lead') return leadStateWords[state];
  return state === 'new' ? 'opened again' : 'marked as answered';
}
