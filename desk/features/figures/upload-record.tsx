import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { draftFigures, listFiguresCall, readFigures } from '../../../contract/calls/desk/figure-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { exampleRecord } from '../../../contract/figures/example-record.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { navigate } from '../../router/navigation.ts';
import { useFileChange } from '../../data/queries.ts';
import { FieldList, SendFoot } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { TextField } from '../../parts/field.tsx';
import { FileChoice } from '../../parts/file-choice.tsx';
import { notify } from '../../parts/notice.ts';
import { SelectField } from '../../parts/select-field.tsx';
import { draftAddress } from './figure-words.ts';
import styles from './upload-record.module.css';

type UploadProps = { open: boolean; onClose: () => void; /** Of a portfolio that is there; without it the file says which. */ id?: string };

type Refused = Extract<CallOutput<typeof draftFigures>, { outcome: 'refused' }>;

const hows = [
  ['whole', 'The whole record, from its first day'],
  ['append', 'Only the days after the last one that is public'],
] as const;
const kinds = [
  ['', 'As the file says; values where it says nothing'],
  ['values', 'Values, such as 102.35'],
  ['returns', 'Returns, such as 0.0123 or 1.23%'],
] as const;
const groups = [
  ['', 'As the file says, or as before'],
  ['website', 'Website portfolios'],
  ['cognitive', 'Cognitive portfolios'],
] as const;

const empty = { how: 'whole', kind: '', rebase: false, closed: '', group: '', name: '', 'short-name': '', 'sub-name': '', description: '' };

/** A form to upload a record. A rejected file stays chosen, and its faults stay visible until it is sent again. */
export function UploadRecord({ open, onClose, id }: UploadProps) {
  const [file, setFile] = useState<File>();
  const [ownId, setOwnId] = useState('');
  const [fields, setFields] = useState(empty);
  const [refused, setRefused] = useState<Refused>();
  const upload = useFileChange(draftFigures, {
    changes: [listFiguresCall, readFigures],
    onDone: (made) => {
      if (made.outcome === 'refused') return setRefused(made);
      setFields(empty);
      setFile(undefined);
      onClose();
      if (made.outcome === 'same') return notify(`The same as version ${made.version}, which is public: there is nothing to publish.`);
      notify('Uploaded as a draft. Nothing of it is public yet.');
      navigate(draftAddress(made.id, made.draft));
    },
  });
  const set = (field: Partial<typeof empty>) => setFields({ ...fields, ...field });
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    setRefused(undefined);
    if (!upload.isPending)
      upload.mutate({ input: inputOf({ ...fields, id: id ?? ownId.trim() }), files: file === undefined ? {} : { file } });
  };
  return (
    <Dialog open={open} onClose={onClose} title="Upload a track record" closesOutside={false} fullScreenBelow="small">
      <form noValidate onSubmit={send}>
        <FaultAlert fault={upload.error?.fields['file'] === undefined ? upload.error : null} title="Not uploaded" />
        <FieldList>
          <FileChoice
            label="File"
            hint="CSV: date, portfolio, and up to two benchmarks. Every fault is named by line and column."
            name="file"
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            focused
            fault={upload.error?.fields['file']}
            onChoose={(chosen) => {
              setFile(chosen);
              setRefused(undefined);
            }}
          />
          {refused !== undefined && <Faults refused={refused} />}
          <Example isOfOne={id !== undefined} />
          <SelectField label="It has" items={hows} value={fields.how} onChange={(event) => set({ how: event.target.value })} />
          <SelectField label="Its numbers are" items={kinds} value={fields.kind} onChange={(event) => set({ kind: event.target.value })} />
          {fields.how === 'append' && (
            <label className={styles.tick}>
              <input type="checkbox" checked={fields.rebase} onChange={(event) => set({ rebase: event.target.checked })} />
              Its values begin from another base; it has the last day that is public
            </label>
          )}
          <More fields={fields} set={set} own={id === undefined ? { id: ownId, setId: setOwnId } : undefined} />
        </FieldList>
        <SendFoot sticky busy={upload.isPending} onCancel={onClose}>
          Upload as a draft
        </SendFoot>
      </form>
    </Dialog>
  );
}

type Fields = typeof empty;
type MoreProps = {
  fields: Fields;
  set: (field: Partial<Fields>) => void;
  own: { id: string; setId: (id: string) => void } | undefined;
};

/** Values that the file usually contains itself. */
function More({ fields, set, own }: MoreProps) {
  const text = (label: string, key: 'name' | 'short-name' | 'sub-name' | 'description' | 'closed', hint?: string) => (
    <TextField label={label} autoComplete="off" value={fields[key]} hint={hint} onChange={(event) => set({ [key]: event.target.value })} />
  );
  return (
    <details className={styles.more}>
      <summary>What the file does not say itself</summary>
      <FieldList>
        {own !== undefined && (
          <TextField
            label="Name in addresses"
            hint="a to z, 0 to 9 and -; without it the file’s own name"
            autoComplete="off"
            value={own.id}
            onChange={(event) => own.setId(event.target.value)}
          />
        )}
        {fields.how === 'whole' && (
          <>
            <SelectField label="Group" items={groups} value={fields.group} onChange={(event) => set({ group: event.target.value })} />
            {text('Name', 'name')}
            {text('Short name, on the card', 'short-name')}
            {text('Beneath it', 'sub-name')}
            {text('Description', 'description')}
          </>
        )}
        {text('Further days without a value', 'closed', '2024-12-31, 2025-01-01')}
      </FieldList>
    </details>
  );
}

/** An example: the first lines of a file, and a file to download. @param isOfOne whether the portfolio is already known */
function Example({ isOfOne }: { isOfOne: boolean }) {
  return (
    <div className={styles.example}>
      <p>
        It looks like this, with a line for each day or for each end of a month.{' '}
        {!isOfOne && 'The id, or without it the file’s name, says which portfolio it is. '}
        <a href={`data:text/csv;charset=utf-8,${encodeURIComponent(exampleRecord.text)}`} download={exampleRecord.name}>
          Save an example
        </a>
      </p>
      <pre>{exampleRecord.firstLines}</pre>
    </div>
  );
}

/** The faults of a rejected file; gets the focus, so that it is visible and read out. */
function Faults({ refused }: { refused: Refused }) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  return (
    <Alert ref={alert} look="danger" icon="warning" title="The file is refused as a whole; nothing was stored">
      <ul className={styles.faults}>
        {refused.faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
      {refused.more > 0 && <p>and {refused.more} more</p>}
    </Alert>
  );
}

function inputOf({ how, rebase, ...texts }: Fields & { id: string }) {
  const given = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''));
  return { how: how === 'append' ? ('append' as const) : ('whole' as const), rebase: rebase && how === 'append', ...given };
}
