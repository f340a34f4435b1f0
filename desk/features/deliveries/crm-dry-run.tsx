import { useState } from 'react';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { dryRunCrm } from '../../../contract/calls/desk/crm-calls.ts';
import { ScrollArea } from '../../../ui/scroll-area.tsx';
import { useChange } from '../../data/queries.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { DeskForm } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { TextField } from '../../parts/field.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { valueWords, type CrmData } from './delivery-data.ts';
import { LeadLink } from './lead-link.tsx';
import styles from './crm-fields.module.css';

type DryRun = CallOutput<typeof dryRunCrm>;

/** Shows which fields of a request would be sent to the CRM, and why others would not. */
export function CrmDryRun({ crm: { id, name } }: { crm: CrmData }) {
  const [typed, setTyped] = useState('');
  const run = useChange(dryRunCrm);
  const send = () => {
    // Accepts the address of the request's page, or its id.
    const lead = /([^/?#]*)\/?(?:[?#].*)?$/.exec(typed.trim())?.[1] ?? '';
    run.mutate({ id, ...(lead !== '' && { lead }) });
  };
  return (
    <section className={styles.dry} aria-labelledby="dry-run">
      <h2 id="dry-run">Dry run</h2>
      <p className={`quiet ${styles.about}`}>What {name} is told of a request by this table. Nothing is sent.</p>
      <DeskForm onSend={send} className={`stack gap-2 items-start ${styles.search}`}>
        <TextField
          label="Request"
          autoComplete="off"
          hint="The address of its page here. Empty: the latest that was confirmed."
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SmallButton type="submit" busy={run.isPending}>
          Show what would be sent
        </SmallButton>
      </DeskForm>
      <FaultAlert fault={run.error} title="Not shown" />
      <div aria-live="polite">{run.data !== undefined && <Shown name={name} dry={run.data} />}</div>
    </section>
  );
}

function Shown({ name, dry: { lead, reasons, fields, call, body } }: { name: string; dry: DryRun }) {
  const sent = fields.filter(({ value }) => value !== null).length;
  return (
    <>
      <p className={`quiet ${styles.about}`}>
        <LeadLink lead={lead} />: {reasons.length === 0 ? `${sent} fields are sent.` : `nothing is sent. ${reasons.join(' ')}`}
        {reasons.length > 0 && ' This is what would be sent otherwise:'}
      </p>
      <DataTable
        label={`What ${name} would be told`}
        rows={fields}
        keyOf={({ field }) => field}
        folds={false}
        columns={[
          { head: 'Field', render: ({ field }) => <code>{field}</code> },
          {
            head: 'Is sent',
            render: ({ value, why }) => (value === null ? <span className="faint">Nothing: {why}</span> : valueWords(value)),
          },
          { head: 'From', render: ({ words }) => words },
        ]}
      />
      <details className={`mt-2 ${styles.raw}`}>
        <summary>As it is sent</summary>
        <ScrollArea label="The call and its body">
          <pre>
            {call}
            {'\n\n'}
            {body}
          </pre>
        </ScrollArea>
      </details>
    </>
  );
}
