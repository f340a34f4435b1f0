import { useState } from 'react';
import { changeCrmField, readCrms } from '../../../contract/calls/desk/crm-calls.ts';
import { mayUse } from '../../../contract/desk/roles.ts';
import { useSignedIn } from '../../account/account-context.ts';
import { useCall, useChange } from '../../data/queries.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { ToggleRow } from '../../parts/toggle-row.tsx';
import { valueWords, type CrmData, type CrmFieldData, type CrmsData } from './delivery-data.ts';
import { CrmDryRun } from './crm-dry-run.tsx';
import { CrmFieldForm } from './crm-field-form.tsx';
import styles from './crm-fields.module.css';

/** The field mapping of each CRM. */
export function CrmFieldList() {
  const query = useCall(readCrms, {});
  return (
    <Loaded query={query} failure="These fields cannot be shown" rows={6}>
      {(data) => <Crms data={data} onLook={() => void query.refetch()} />}
    </Loaded>
  );
}

function Crms({ data, onLook }: { data: CrmsData; onLook: () => void }) {
  const { roles } = useSignedIn();
  const [chosen, setChosen] = useState<string>();
  const crm = data.crms.find(({ id }) => id === chosen) ?? data.crms.find(({ connected }) => connected) ?? data.crms[0];
  if (crm === undefined) return null;
  return (
    <>
      <ToggleRow
        label="CRM"
        items={data.crms.map(({ id, name, connected }) => [id, connected ? name : `${name}, not connected`] as const)}
        pressed={crm.id}
        onPress={setChosen}
      />
      <Crm key={crm.id} crm={crm} sources={data} onLook={onLook} />
      {mayUse(roles, 'leads.read') ? (
        <CrmDryRun key={`${crm.id} dry run`} crm={crm} />
      ) : (
        <p className={`quiet ${styles.about}`}>What would be sent of a request shows to those whose roles may see it.</p>
      )}
    </>
  );
}

type CrmProps = { crm: CrmData; sources: CrmsData; onLook: () => void };

function Crm({ crm, sources, onLook }: CrmProps) {
  const { name, records, connected, setting, address, fields } = crm;
  const { roles } = useSignedIn();
  const canMap = mayUse(roles, 'crm.map');
  const [adds, setAdds] = useState(false);
  return (
    <>
      <p className={`quiet ${styles.about}`}>
        Once a visitor has confirmed a request, it becomes one of the {records} of {name}: a new one, or the one that has the same e-mail
        address (<code>{address}</code>). Where a request says nothing for a field, {name} keeps what it has.
        {!connected &&
          ` Nothing is sent to ${name} yet: ${canMap ? `the setting ${setting} connects it` : 'an administrator connects it'}.`}
      </p>
      <ul className={`stack border-top ${styles.fields}`} aria-label={`Fields of ${name}`}>
        {fields.map((field) => (
          <Field key={field.field} crm={crm} field={field} sources={sources} canMap={canMap} onLook={onLook} />
        ))}
      </ul>
      {canMap && (
        <div className={`row wraps gap-1 ${styles.acts}`}>
          <SmallButton variant="outline" aria-expanded={adds} onClick={() => setAdds(!adds)}>
            Add a field
          </SmallButton>
        </div>
      )}
      {adds && <CrmFieldForm crm={crm} sources={sources} onLook={onLook} onDone={() => setAdds(false)} />}
    </>
  );
}

const looks = { 'Not sent': 'dashed', 'Refused there': 'danger', Added: 'primary', Standard: 'plain', Changed: 'primary' } as const;

/** The state of a field in one or two words. */
function fieldMark({ isSent, isRefused, declared, source }: CrmFieldData): keyof typeof looks {
  if (!isSent) return 'Not sent';
  if (isRefused) return 'Refused there';
  if (declared === null) return 'Added';
  return declared === source ? 'Standard' : 'Changed';
}

type FieldProps = CrmProps & { field: CrmFieldData; canMap: boolean };

function Field({ crm, field, sources, canMap, onLook }: FieldProps) {
  const { field: name, source, words, example, isSent, declared } = field;
  const [isOpen, setOpen] = useState(false);
  const change = useChange(changeCrmField, { changes: [readCrms], onDone: () => notify(`${name} is changed.`) });
  const act = (does: 'on' | 'off' | 'reset') => () => change.mutate({ id: crm.id, version: crm.version, field: name, act: does });
  const toggle = isSent ? 'Switch off' : 'Switch on';
  const reset = declared === null ? 'Remove' : 'Back to standard';
  const mark = fieldMark(field);
  const again = () => {
    change.reset();
    onLook();
  };
  return (
    <li className={isSent ? undefined : styles.unsent}>
      <div className={`stack ${styles.row}`}>
        <code className={`min-w-0 breaks strong ${styles.name}`}>{name}</code>
        <div className={`min-w-0 breaks ${styles.words}`}>
          <p>{words}</p>
          <p className="faint">
            {canMap && (
              <>
                <code>{source}</code> ·{' '}
              </>
            )}
            such as {valueWords(example)}
          </p>
        </div>
        <span>
          <StateMark look={looks[mark]}>{mark}</StateMark>
        </span>
      </div>
      {canMap && (
        <div className={`row wraps gap-1 ${styles.acts}`}>
          <SmallButton variant="outline" aria-expanded={isOpen} aria-label={`Change: ${name}`} onClick={() => setOpen(!isOpen)}>
            Change
          </SmallButton>
          <SmallButton variant="outline" busy={change.isPending} aria-label={`${toggle}: ${name}`} onClick={act(isSent ? 'off' : 'on')}>
            {toggle}
          </SmallButton>
          {mark !== 'Standard' && (isSent || declared === null) && (
            <SmallButton variant="outline" aria-label={`${reset}: ${name}`} onClick={act('reset')}>
              {reset}
            </SmallButton>
          )}
        </div>
      )}
      <FaultAlert fault={change.error} title={`${name} is as it was`} onRetry={again} />
      {isOpen && <CrmFieldForm crm={crm} field={field} sources={sources} onLook={onLook} onDone={() => setOpen(false)} />}
    </li>
  );
}
