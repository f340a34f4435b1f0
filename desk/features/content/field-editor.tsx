import { useEffect, useEffectEvent, useState } from 'react';
import { changeContent, readContent, readContentDraft } from '../../../contract/calls/desk/content-calls.ts';
import { questionUses, fieldFault } from '../../../contract/content-fields.ts';
import { pageOf } from '../../../contract/pages.ts';
import { useMay } from '../../account/may.tsx';
import { useChange } from '../../data/queries.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { TextField } from '../../parts/field.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { TextArea } from '../../parts/text-area.tsx';
import { ContentValue } from './content-value.tsx';
import { pathWords, valueIn, type Content, type DraftPage, type ShownField } from './content-words.ts';
import styles from './content.module.css';

type EditorProps = { field: ShownField; content: Content; change: DraftPage; onType?: (text: string) => void };

/** Milliseconds without a key after which what is typed is saved into the draft. */
const PAUSE = 600;

/** A field for a text of the site. What is typed is saved into the draft; users who may only read see the text instead. */
export function FieldEditor(props: EditorProps) {
  const { field, change } = props;
  const isShown = !useMay(changeContent) || field.locked !== undefined;
  return isShown ? <ShownText field={field} value={valueIn(change, field)} /> : <TypedText {...props} />;
}

function TypedText({ field, content, change, onType }: EditorProps) {
  const saved = valueIn(change, field);
  const [text, setText] = useState(String(saved));
  /** The value that the draft is known to hold: read from it, or saved by this field. */
  const [seen, setSeen] = useState(saved);
  const save = useChange(changeContent, {
    changes: [readContentDraft, readContent],
    onDone: (_, { value }) => setSeen(value ?? field.shipped),
  });
  const value = field.kind === 'number' ? Number(text.replaceAll(',', '.')) : text;
  const isPage = (path: string) =>
    pageOf(path) !== undefined || content.pages.some((page) => page.path === path) || /^\/(?:resources|downloads|jobs)\b/.test(path);
  const fault = fieldFault(field, field.kind === 'number' && text.trim() === '' ? NaN : value, {
    isPage,
    forbidden: content.forbidden,
    decorative: seen === '',
  });
  const { mutate, isPending, error } = save;
  const isDue = value !== seen && fault === undefined && !isPending && error === null;
  const send = useEffectEvent((typed: string | number) => mutate({ draft: change.id, path: field.path, value: typed, seen }));
  useEffect(() => {
    if (!isDue) return undefined;
    const timer = setTimeout(() => send(value), field.kind === 'choice' ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [isDue, value, field.kind]);
  // Going on to another text before the pause is over, or while the value before is sent, saves this one, too.
  const leave = useEffectEvent(() => {
    const sent = isPending ? (save.variables.value ?? field.shipped) : seen;
    if (value !== sent && fault === undefined && error === null) mutate({ draft: change.id, path: field.path, value, seen: sent });
  });
  useEffect(() => () => leave(), []);
  const type = (next: string) => {
    save.reset();
    setText(next);
    onType?.(next);
  };
  const props = {
    label: field.title ?? pathWords(field.path),
    hint: field.about,
    value: text,
    fault: fault ?? error?.fields['value'],
    onChange: (event: { target: { value: string } }) => type(event.target.value),
  };
  const isLong = field.kind === 'paragraph' || field.kind === 'alternative text';
  return (
    <div className={`stack gap-1 ${styles.field}`}>
      {field.kind === 'choice' ? (
        <SelectField {...props} items={Object.entries(questionUses)} />
      ) : isLong ? (
        <TextArea {...props} rows={4} />
      ) : (
        <TextField {...props} autoComplete="off" inputMode={field.kind === 'number' ? 'decimal' : undefined} />
      )}
      <output className="fine faint">
        {field.kind === 'choice' ? '' : `${text.length} of ${field.longest} characters. `}
        {stateWords({ isPending, isSaved: value === seen, fault })}
      </output>
      <FaultAlert fault={error !== null && error.fields['value'] === undefined ? error : null} title="Not saved" />
      <div className="row wraps gap-1">
        {error !== null && (
          <SmallButton variant="outline" onClick={() => mutate({ draft: change.id, path: field.path, value, seen: saved })}>
            Put mine in its place
          </SmallButton>
        )}
        {value !== field.shipped && (
          <SmallButton
            variant="outline"
            onClick={() => {
              type(String(field.shipped));
              mutate({ draft: change.id, path: field.path, value: null, seen });
            }}
          >
            As it ships
          </SmallButton>
        )}
      </div>
    </div>
  );
}

/** A text that cannot be changed here, with the reason if a setting of the server fixes it. */
function ShownText({ field, value }: { field: ShownField; value: string | number }) {
  const { title, path, locked } = field;
  return (
    <div className={`stack gap-half breaks ${styles.field}`}>
      <strong>{title ?? pathWords(path)}</strong>
      <p>
        <ContentValue field={field} value={value} />
      </p>
      {locked !== undefined && <p className="quiet">{locked}</p>}
    </div>
  );
}

function stateWords({ isPending, isSaved, fault }: { isPending: boolean; isSaved: boolean; fault: string | undefined }): string {
  if (fault !== undefined) return 'Not saved yet.';
  return isPending || !isSaved ? 'Saving…' : 'Saved in the draft.';
}
