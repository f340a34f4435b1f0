import { useState } from 'react';
import { draftPaper, listPapersCall } from '../../../contract/calls/desk/paper-calls.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useFileChange } from '../../data/queries.ts';
import { ChoiceList } from '../../parts/choice-list.tsx';
import { DeskForm, FieldList, SendFoot } from '../../parts/desk-form.tsx';
import { useTyped } from '../../parts/drafts.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { fieldBinder, useFaults } from '../../parts/faults-of.ts';
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

type Typed = { name: string; descr: string; date: string; portfolios: string[]; first: boolean };

export function PaperForm({ paper, portfolios, onClose }: PaperFormProps) {
  const now: Typed = {
    name: paper?.name.replace(/\.pdf$/i, '') ?? '',
    descr: paper?.descr ?? '',
    date: paper?.date ?? '',
    portfolios: [...(paper?.portfolios ?? [])],
    first: false,
  };
  const { typed, set, forget } = useTyped(`paper ${paper?.id ?? 'new'}`, now);
  const [files, setFiles] = useState<{ pdf?: File; image?: File }>({});
  const upload = useFileChange(draftPaper, {
    changes: [listPapersCall],
    onDone: () => {
      forget();
      notify('Kept as a draft. Nothing of it is public yet.');
      onClose();
    },
  });
  const { date, ...others } = typed;
  const input = { ...others, ...(paper && { id: paper.id }), ...(date !== '' && { date }) };
  // A new paper needs a PDF; an existing one may keep its file.
  const lacking = paper === undefined && files.pdf === undefined ? { pdf: 'Choose the PDF' } : undefined;
  const { faults, fault, check } = useFaults(draftPaper.input, input, { error: upload.error, variables: upload.variables?.input }, lacking);
  const field = fieldBinder(typed, set, faults);
  const choose = (part: 'pdf' | 'image') => (file: File | undefined) => {
    const { [part]: _, ...rest } = files;
    setFiles(file === undefined ? rest : { ...rest, [part]: file });
    upload.reset();
  };
  const title = paper === undefined ? 'Upload a paper' : 'Change a paper';
  return (
    <Dialog open onClose={onClose} title={title} closesOutside={false} fullScreenBelow="small">
      <DeskForm onSend={(form) => check(form) && upload.mutate({ input, files })}>
        <FaultAlert fault={fault} title="Not kept" />
        <FieldList>
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
          <TextField {...field('name')} label="Title" autoComplete="off" />
          <TextArea {...field('descr')} label="What it is about" rows={3} maxLength={600} />
          <TextField {...field('date')} label="Date" hint="Stands beneath the title; may be left out." type="date" />
          <ChoiceList
            legend="Portfolios that it is on"
            items={portfolios.map((one) => ({ value: one.id, label: one.name }))}
            chosen={typed.portfolios}
            onChange={(chosen) => set({ portfolios: chosen })}
          />
          <ChoiceList
            legend="Place"
            items={[{ value: 'first', label: 'Before all others', about: 'The first one is shown large.' }]}
            chosen={typed.first ? ['first'] : []}
            onChange={(values) => set({ first: values.length > 0 })}
          />
        </FieldList>
        <SendFoot sticky busy={upload.isPending} onCancel={onClose}>
          Keep as a draft
        </SendFoot>
      </DeskForm>
    </Dialog>
  );
}
