import * as v from 'valibot';
import { changeCrmField, readCrms } from '../../../contract/calls/desk/crm-calls.ts';
import { useChange } from '../../data/queries.ts';
import { DeskForm, FieldList, FormFoot } from '../../parts/desk-form.tsx';
import { readTyped, useDraft, writeDraft } from '../../parts/drafts.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { sentFaults } from '../../parts/faults-of.ts';
import { TextField } from '../../parts/field.tsx';
import { notify } from '../../parts/notice.ts';
import { SelectField } from '../../parts/select-field.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { valueWords, type CrmData, type CrmFieldData, type CrmsData } from './delivery-data.ts';
import styles from './crm-fields.module.css';

type CrmFieldFormProps = {
  crm: CrmData;
  /** Undefined: the form adds a field. */
  field?: CrmFieldData;
  sources: CrmsData;
  onLook: () => void;
  onDone: () => void;
};

/** `seen`: the field's source when the form was first edited. */
const typedSchema = v.object({ name: v.string(), source: v.string(), seen: v.string() });
type Typed = v.InferOutput<typeof typedSchema>;

/** A form for the source of a CRM field. Unsaved input is kept as a draft of the tab. */
export function CrmFieldForm({ crm, field, sources, onLook, onDone }: CrmFieldFormProps) {
  const key = `crm ${crm.id} ${field?.field ?? 'new'}`;
  const [draft, setDraft] = useDraft(key);
  const begun: Typed = { name: field?.field ?? '', source: field?.source ?? '', seen: field?.source ?? '' };
  const typed = readTyped(typedSchema, draft) ?? begun;
  const set = (change: Partial<Typed>) => setDraft(JSON.stringify({ ...typed, ...change }));
  const save = useChange(changeCrmField, {
    changes: [readCrms],
    onDone: () => {
      writeDraft(key, '');
      notify(`${typed.name} is saved: what is verified from now on goes there so.`);
      onDone();
    },
  });
  const act = field === undefined ? 'add' : 'set';
  const input = { id: crm.id, version: crm.version, field: typed.name.trim(), act, source: typed.source.trim() } as const;
  const faults = sentFaults(save.error?.fields, save.variables, input);
  const isStale = field !== undefined && typed.seen !== field.source;
  const again = () => {
    save.reset();
    onLook();
  };
  return (
    <DeskForm onSend={() => isStale || save.mutate(input)} className={styles.form}>
      <FaultAlert fault={Object.keys(faults).length > 0 ? null : save.error} title="Not saved" onRetry={again} />
      {isStale && (
        <p className={`mb-2 ${styles.stale}`}>
          Somebody changed this field since you began: it gets <code>{field.source}</code> now.{' '}
          <SmallButton variant="outline" onClick={() => setDraft('')}>
            Take theirs
          </SmallButton>{' '}
          <SmallButton variant="outline" onClick={() => set({ seen: field.source })}>
            Go on with mine
          </SmallButton>
        </p>
      )}
      <FieldList>
        {field === undefined && (
          <TextField
            {...written}
            label={`Field of ${crm.name}`}
            name="field"
            hint={`It has to be there already. Its name: ${crm.fieldRule}.`}
            value={typed.name}
            onChange={(event) => set({ name: event.target.value })}
            fault={faults['field']}
          />
        )}
        <SourceFields data={sources} source={typed.source} fault={faults['source']} onSource={(source) => set({ source })} />
      </FieldList>
      <FormFoot>
        <SmallButton type="submit" busy={save.isPending}>
          {field === undefined ? 'Add it' : 'Save'}
        </SmallButton>
        {draft !== '' && (
          <SmallButton variant="quiet" onClick={() => setDraft('')}>
            Drop what I typed
          </SmallButton>
        )}
      </FormFoot>
    </DeskForm>
  );
}

/** Attributes of a field for technical names, which the browser should not complete or correct. */
const written = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const;

type SourceFieldsProps = { data: CrmsData; source: string; fault: string | undefined; onSource: (source: string) => void };

function SourceFields({ data: { sources, sourceForms }, source, fault, onSource }: SourceFieldsProps) {
  const chosen = sources.find((one) => one.source === source.trim());
  const items = [['', 'What is written below'], ...sources.map((one) => [one.source, one.words] as const)] as const;
  return (
    <>
      <SelectField label="It gets" items={items} value={chosen?.source ?? ''} onChange={(event) => onSource(event.target.value)} />
      <TextField
        {...written}
        label="As it is written"
        name="source"
        hint={
          <>
            {chosen !== undefined && `Such as ${valueWords(chosen.example)}. `}
            {sourceForms}. <code>one | another</code> takes the first that is not empty; <code>one ? another</code> is the second where the
            first is not.
          </>
        }
        value={source}
        onChange={(event) => onSource(event.target.value)}
        fault={fault}
      />
    </>
  );
}
