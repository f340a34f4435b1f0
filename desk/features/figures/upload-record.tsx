import { useEffect, useRef, useState } from 'react';
import { draftFigures, listFiguresCall, readFigures } from '../../../contract/calls/desk/figure-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import type { DateReadings } from '../../../contract/desk/date-readings.ts';
import { longDate } from '../../../contract/figures/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { navigate } from '../../router/navigation.ts';
import { useFileChange } from '../../data/queries.ts';
import { DeskForm, FieldList, SendFoot, Tick } from '../../parts/desk-form.tsx';
import { useTyped } from '../../parts/drafts.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { fieldBinder } from '../../parts/faults-of.ts';
import { TextField } from '../../parts/field.tsx';
import { FileChoice } from '../../parts/file-choice.tsx';
import { notify } from '../../parts/notice.ts';
import { SelectField } from '../../parts/select-field.tsx';
import { DisclosureFields, Example, nothingStated, type Stated } from './disclosure-fields.tsx';
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

const empty = {
  how: 'whole',
  id: '',
  kind: '',
  rebase: false,
  closed: '',
  dates: '',
  sheet: '',
  group: '',
  name: '',
  'short-name': '',
  'sub-name': '',
  description: '',
};

/** A form to upload a record. What was typed stays when it is closed. A rejected file stays chosen, its faults visible, until it is sent again. */
export function UploadRecord({ open, onClose, id }: UploadProps) {
  const [file, setFile] = useState<File>();
  const { typed: fields, set, forget } = useTyped(`record ${id ?? 'new'}`, empty);
  const { typed: stated, set: state, forget: forgetStated } = useTyped(`stated ${id ?? 'new'}`, nothingStated);
  const [refused, setRefused] = useState<Refused>();
  const upload = useFileChange(draftFigures, {
    changes: [listFiguresCall, readFigures],
    onDone: (made) => {
      if (made.outcome === 'refused') return setRefused(made);
      forget();
      forgetStated();
      setFile(undefined);
      onClose();
      if (made.outcome === 'same') return notify(`The same as version ${made.version}, which is public: there is nothing to publish.`);
      notify('Uploaded as a draft. Nothing of it is public yet.');
      navigate(draftAddress(made.id, made.draft));
    },
  });
  const send = () => {
    setRefused(undefined);
    upload.mutate({ input: inputOf({ ...fields, id: id ?? fields.id.trim() }, stated), files: file === undefined ? {} : { file } });
  };
  const fault = upload.error?.fields['file'];
  return (
    <Dialog open={open} onClose={onClose} title="Upload a track record" closesOutside={false} fullScreenBelow="small">
      <DeskForm onSend={send}>
        <FaultAlert fault={fault === undefined ? upload.error : null} title="Not uploaded" />
        <FieldList>
          <FileChoice
            label="File"
            hint="A workbook (.xlsx) or CSV: date, portfolio, and up to two benchmarks. Every fault is named by line and column."
            name="file"
            accept=".xlsx,.csv,.txt,.tsv,text/csv,text/plain"
            focused
            fault={fault}
            onChoose={(chosen) => {
              setFile(chosen);
              setRefused(undefined);
              set({ dates: '' });
            }}
          />
          {refused !== undefined && <Faults refused={refused} />}
          {(refused?.readings || fields.dates !== '') && (
            <SelectField
              label="Its dates are"
              items={dateItems(refused?.readings ?? [])}
              value={fields.dates}
              onChange={(event) => set({ dates: event.target.value })}
            />
          )}
          <Example isOfOne={id !== undefined} />
          <SelectField label="It has" items={hows} value={fields.how} onChange={(event) => set({ how: event.target.value })} />
          <SelectField label="Its numbers are" items={kinds} value={fields.kind} onChange={(event) => set({ kind: event.target.value })} />
          {fields.how === 'append' && (
            <Tick isOn={fields.rebase} onChange={(rebase) => set({ rebase })}>
              Its values begin from another base; it has the last day that is public
            </Tick>
          )}
          <More fields={fields} set={set} isOfOne={id !== undefined} />
          <DisclosureFields stated={stated} onChange={state} open={refused !== undefined} />
        </FieldList>
        <SendFoot sticky busy={upload.isPending} onCancel={onClose}>
          Upload as a draft
        </SendFoot>
      </DeskForm>
    </Dialog>
  );
}

type Fields = typeof empty;
type MoreProps = { fields: Fields; set: (field: Partial<Fields>) => void; isOfOne: boolean };

/** Values that the file usually contains itself. @param isOfOne whether the portfolio is already known */
function More({ fields, set, isOfOne }: MoreProps) {
  const field = fieldBinder(fields, set);
  return (
    <details className={styles.more}>
      <summary>What the file does not say itself</summary>
      <FieldList>
        {!isOfOne && (
          <TextField
            {...field('id')}
            label="Name in addresses"
            hint="a to z, 0 to 9 and -; without it the file’s own name"
            autoComplete="off"
          />
        )}
        {fields.how === 'whole' && (
          <>
            <SelectField label="Group" items={groups} value={fields.group} onChange={(event) => set({ group: event.target.value })} />
            <TextField {...field('name')} label="Name" autoComplete="off" />
            <TextField {...field('short-name')} label="Short name, on the card" autoComplete="off" />
            <TextField {...field('sub-name')} label="Beneath it" autoComplete="off" />
            <TextField {...field('description')} label="Description" autoComplete="off" />
          </>
        )}
        <TextField {...field('sheet')} label="Sheet of a workbook" hint="Without it the first" autoComplete="off" />
        <TextField {...field('closed')} label="Further days without a value" hint="2024-12-31, 2025-01-01" autoComplete="off" />
      </FieldList>
    </details>
  );
}

/** The two ways to read the dates of a file, day first or month first, each with the first three dates as it reads them. */
function dateItems(readings: DateReadings) {
  const read = (key: 'dayFirst' | 'monthFirst') =>
    readings
      .slice(0, 3)
      .map((one) => longDate(one[key]))
      .join(', ');
  const written = readings
    .slice(0, 3)
    .map(({ text }) => text)
    .join(', ');
  const item = (name: string, days: string) => (days === '' ? name : `${name}: ${days}`);
  return [
    ['', written === '' ? 'As the file shows' : `Choose what ${written} are`],
    ['day-first', item('Day before month', read('dayFirst'))],
    ['month-first', item('Month before day', read('monthFirst'))],
  ] as const;
}

/** The faults of a rejected file; gets the focus, so that it is visible and read out. */
function Faults({ refused }: { refused: Refused }) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  return (
    <Alert ref={alert} look="danger" icon="warning" title="The file is refused as a whole; nothing was stored">
      <ul className={`stack gap-half breaks ${styles.faults}`}>
        {refused.faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
      {refused.more > 0 && <p>and {refused.more} more</p>}
      {refused.faults.some((fault) => fault.includes('not stated')) && (
        <p>What is not stated in the file can be chosen below, once for each portfolio.</p>
      )}
    </Alert>
  );
}

function inputOf({ how, rebase, ...texts }: Fields, stated: Stated) {
  const filled = (all: Stated) => Object.fromEntries(Object.entries(all).filter(([, value]) => value.trim() !== ''));
  const given = { ...filled(texts), disclosure: filled(stated) };
  return { how: how === 'append' ? ('append' as const) : ('whole' as const), rebase: rebase && how === 'append', ...given };
}
