import { useState, type SubmitEvent } from 'react';
import { draftPaper, listPapersCall } from '../../../contract/calls/desk/paper-calls.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useFileChange } from '../../data/queries.ts';
import { ChoiceList } from '../../parts/choice-list.tsx';
import { FieldList, SendFoot } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { faultsOf, sentFaults } from '../../parts/faults-of.ts';
import { TextField } from '../../parts/field.tsx';
import { FileChoice } from '../../parts/file-choice.tsx';
import { notify } from '../../parts/notice.ts';
import { TextArea } from '../../parts/text-area.tsx';

type PaperFormProps = {
  /** The paper to replace. Undefined: a new paper. */
  paper?: { id: string; name: string; descr: string; date: string | null; portfolios: readonly string[]; hasImage: boolean };
  portfolios: readonly { id: string; name: string }[];
  onClose: () => void;
};

export function PaperForm({ paper, portfolios, onClose }: PaperFormProps) {
  const [name, setName] = useState(paper?.name.replace(/\.pdf$/i, '') ?? '');
  const [descr, setDescr] = useState(paper?.descr ?? '');
  const [date, setDate] = useState(paper?.date ?? '');
  const [on, setOn] = useState<readonly string[]>(paper?.portfolios ?? []);
  const [first, setFirst] = useState(false);
  const [files, setFiles] = useState<{ pdf?: File; image?: File }>({});
  const [tried, setTried] = useState(false);
  const upload = useFileChange(draftPaper, {
    changes: [listPapersCall],
    onDone: () => {
      notify('Kept as a draft. Nothing of it is public yet.');
      onClose();
    },
  });
  const input = { name, descr, portfolios: [...on], first, ...(paper && { id: paper.id }), ...(date !== '' && { date }) };
  /** A new paper needs a PDF; an existing one may keep its file. */
  const lacking: Readonly<Record<string, string>> = {
    ...(paper === undefined && files.pdf === undefined && { pdf: 'Choose the PDF' }),
    ...faultsOf(draftPaper.input, input),
  };
  const faults = { ...sentFaults(upload.error?.fields, upload.variables?.input, input), ...(tried ? lacking : {}) };
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    const wrong = Object.keys(lacking)[0];
    if (wrong !== undefined) return event.target.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
    if (!upload.isPending) upload.mutate({ input, files });
  };
  const choose = (part: 'pdf' | 'image') => (file: File | undefined) => {
    const { [part]: _, ...others } = files;
    setFiles(file === undefined ? others : { ...others, [part]: file });
    upload.reset();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={paper === undefined ? 'Upload a paper' : 'Change a paper'}
      closesOutside={false}
      fullScreenBelow="small"
    >
      <form noValidate onSubmit={send}>
        <FaultAlert fault={Object.keys(faults).length > 0 ? null : upload.error} title="Not kept" />
        <FieldList>
          <FileChoices paper={paper} faults={faults} choose={choose} />
          <TextField
            label="Title"
            name="name"
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
            fault={faults['name']}
          />
          <TextArea
            label="What it is about"
            name="descr"
            rows={3}
            maxLength={600}
            value={descr}
            onChange={(event) => setDescr(event.target.value)}
            fault={faults['descr']}
          />
          <TextField
            label="Date"
            hint="Stands beneath the title; may be left out."
            name="date"
            type="date"
            value={date}
            onChange={(event) => setDate(event.target.value)}
            fault={faults['date']}
          />
          <ChoiceList
            legend="Portfolios that it is on"
            items={portfolios.map((one) => ({ value: one.id, label: one.name }))}
            chosen={on}
            onChange={setOn}
          />
          <ChoiceList
            legend="Place"
            items={[{ value: 'first', label: 'Before all others', about: 'The first one is shown large.' }]}
            chosen={first ? ['first'] : []}
            onChange={(values) => setFirst(values.length > 0)}
          />
        </FieldList>
        <SendFoot sticky busy={upload.isPending} onCancel={onClose}>
          Keep as a draft
        </SendFoot>
      </form>
    </Dialog>
  );
}

type FileChoicesProps = {
  paper: PaperFormProps['paper'];
  faults: Readonly<Record<string, string>>;
  choose: (part: 'pdf' | 'image') => (file: File | undefined) => void;
};

function FileChoices({ paper, faults, choose }: FileChoicesProps) {
  return (
    <>
      <FileChoice
        label="PDF"
        hint={paper === undefined ? 'At most 15 MB, without a password.' : 'Without another one the PDF stays as it is.'}
        name="pdf"
        accept=".pdf,application/pdf"
        focused
        fault={faults['pdf']}
        onChoose={choose('pdf')}
      />
      <FileChoice
        label="Picture"
        hint={`PNG, JPEG, WebP or AVIF, at least 440 pixels wide. ${paper?.hasImage === true ? 'Without another one it stays as it is.' : 'May be left out.'}`}
        name="image"
        accept="image/png,image/jpeg,image/webp,image/avif"
        fault={faults['image']}
        onChoose={choose('image')}
      />
    </>
  );
}
