import { useId, useRef, type KeyboardEvent } from 'react';
import { present } from '../../../contract/checked.ts';
import { limits } from '../../../contract/limits.ts';
import { May } from '../../account/may.tsx';
import { useChange } from '../../data/queries.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { useColleagues } from './use-colleagues.ts';
import { DeskForm } from '../../parts/desk-form.tsx';
import { draftOf, useDraft, writeDraft } from '../../parts/drafts.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { mentionsIn, namesLike, typedName } from './mentions.ts';
import type { Section } from './sections.ts';
import styles from './note-form.module.css';

type NoteProps = { of: Section; id: string };

/** A form for a note, for those who may write one. The text is a draft until the server has accepted it, so that failures and reloads lose nothing. */
export function NoteForm(props: NoteProps) {
  return (
    <May call={props.of.note}>
      <Note {...props} />
    </May>
  );
}

function Note({ of, id }: NoteProps) {
  const fieldId = useId();
  const key = `note ${id}`;
  const [text, setText] = useDraft(key);
  const field = useRef<HTMLTextAreaElement>(null);
  const { colleagues } = useColleagues();
  const active = colleagues.filter(({ revoked }) => !revoked);
  const note = useChange(of.note, {
    changes: [of.read],
    onDone: (_, sent) => {
      // Keeps what was typed after sending.
      if (draftOf(key).trim() === sent.text.trim()) writeDraft(key, '');
      notify('The note is added.');
    },
  });
  useCommands([{ id: 'note', title: 'Write a note', group: of.thisOne, keys: 'n', run: () => field.current?.focus() }]);
  const send = () => {
    if (text.trim() !== '') note.mutate({ id, text, mentions: mentionsIn(text, active).named });
  };
  const typed = typedName(text);
  const offered = typed === undefined ? [] : namesLike(typed, active).slice(0, 5);
  const { unknown } = mentionsIn(offered.length === 0 ? text : text.slice(0, -present(typed).length - 1), active);
  const take = (name: string) => setText(`${text.slice(0, text.length - present(typed).length)}${name} `);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
    else if (event.key === 'Enter' && typed && offered[0]) {
      event.preventDefault();
      take(offered[0].name);
    }
    if (event.key === 'Escape') field.current?.blur();
  };
  return (
    <DeskForm className="stack gap-1" onSend={send}>
      <label htmlFor={fieldId} className={`strong ${styles.label}`}>
        Note
      </label>
      <textarea
        ref={field}
        id={fieldId}
        className={`w-100 ${styles.text}`}
        rows={3}
        maxLength={limits.message}
        placeholder="@ names a colleague"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {offered.length > 0 && (
        <fieldset aria-label="Colleagues" className="row wraps gap-half">
          {offered.map(({ id: account, name }) => (
            <button
              key={account}
              type="button"
              className={styles.name}
              onClick={() => {
                take(name);
                field.current?.focus();
              }}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
      {unknown.length > 0 && (
        <output className="fine faint">
          {unknown.map((word) => `“${word}”`).join(' and ')}: nobody is told. Write a colleague’s whole name, or one that nobody else has.
        </output>
      )}
      <FaultAlert fault={note.error} title="The note is not sent yet. It stays here" />
      <div className={`row wraps middle ${styles.foot}`}>
        <SmallButton type="submit" busy={note.isPending} aria-disabled={text.trim() === ''}>
          Add note
        </SmallButton>
        {text !== '' && <span className="fine faint">A draft in this tab until it is sent</span>}
      </div>
    </DeskForm>
  );
}
