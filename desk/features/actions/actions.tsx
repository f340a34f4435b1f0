import { useId, useState } from 'react';
import { exportActions, listActions } from '../../../contract/calls/desk/action-calls.ts';
import { present } from '../../../contract/checked.ts';
import { actionDetailWords, actionWords } from '../../../contract/desk/action-words.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { leadSections } from '../../../contract/desk/lead-facts.ts';
import { Button } from '../../../ui/button.tsx';
import { ScrollArea } from '../../../ui/scroll-area.tsx';
import { navigate, useSearch } from '../../router/navigation.ts';
import { useCall } from '../../data/queries.ts';
import { useCallFile } from '../../data/use-call-file.ts';
import { sectionPaths } from '../work/lead-words.ts';
import { useColleagues } from '../work/use-names.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Moment } from '../../parts/moment.tsx';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { TableHead } from '../../parts/table-head.tsx';
import table from '../../parts/table.module.css';
import { actionsAddress, actionsFrom, actionsInput, type ActionsAsked } from './actions-asked.ts';
import styles from './actions.module.css';

/** The record of actions: who viewed or changed which lead, and when. */
export function Actions() {
  const search = useSearch();
  return <ActionList key={search} asked={actionsFrom(search)} />;
}

function ActionList({ asked }: { asked: ActionsAsked }) {
  const [pages, setPages] = useState<readonly string[]>([]);
  const before = pages.at(-1);
  const input = actionsInput(asked);
  const { data, error, refetch } = useCall(listActions, { ...input, ...(before !== undefined && { before }) }, { old: true });
  const file = useCallFile(exportActions, () => notify('The actions are stored as a CSV file.'));
  const show = (next: ActionsAsked) => navigate(actionsAddress(next), { replace: true });
  return (
    <>
      <ViewHead
        title="Actions"
        about="What staff saw and did, the latest first. Nobody can change an entry or take one out: the store itself refuses."
      >
        <Button variant="outline" busy={file.isTaking} onClick={() => file.take(input)}>
          CSV
        </Button>
      </ViewHead>
      <FaultAlert fault={file.fault} title="Not stored" />
      <Filters asked={asked} choices={data?.choices ?? []} onChange={show} />
      <FaultAlert fault={data === undefined ? error : null} title="The actions cannot be shown" onRetry={() => void refetch()} />
      {data === undefined && error === null && <Loading rows={8} />}
      {data !== undefined && data.actions.length === 0 && <p className={table.none}>Nothing fits. Take a filter away.</p>}
      {data !== undefined && data.actions.length > 0 && <Entries actions={data.actions} asked={asked} />}
      <p className={styles.pages}>
        {pages.length > 0 && (
          <SmallButton variant="outline" onClick={() => setPages(pages.slice(0, -1))}>
            Later ones
          </SmallButton>
        )}
        {data?.more && (
          <SmallButton variant="outline" onClick={() => setPages([...pages, present(data.actions.at(-1)).id])}>
            Earlier ones
          </SmallButton>
        )}
      </p>
    </>
  );
}

type FiltersProps = { asked: ActionsAsked; choices: readonly string[]; onChange: (asked: ActionsAsked) => void };

function Filters({ asked, choices, onChange }: FiltersProps) {
  const id = useId();
  const { colleagues } = useColleagues();
  const change = (name: keyof ActionsAsked) => (event: { target: { value: string } }) => onChange({ ...asked, [name]: event.target.value });
  return (
    <div className={styles.filters}>
      <label htmlFor={`${id}who`}>Who</label>
      <select id={`${id}who`} value={asked.accountId ?? ''} onChange={change('accountId')}>
        <option value="">Everybody</option>
        {colleagues.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}what`}>What</label>
      <select id={`${id}what`} value={asked.action ?? ''} onChange={change('action')}>
        <option value="">Anything</option>
        {choices.map((action) => (
          <option key={action} value={action}>
            {actionWords(action)}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}from`}>From</label>
      <input id={`${id}from`} type="date" value={asked.from ?? ''} onChange={change('from')} />
      <label htmlFor={`${id}to`}>To</label>
      <input id={`${id}to`} type="date" value={asked.to ?? ''} onChange={change('to')} />
      {asked.subjectId !== undefined && (
        <SmallButton variant="outline" onClick={() => onChange({ ...asked, subjectId: '' })}>
          Of everybody
        </SmallButton>
      )}
    </div>
  );
}

type Action = CallOutput<typeof listActions>['actions'][number];

function Entries({ actions, asked }: { actions: readonly Action[]; asked: ActionsAsked }) {
  const { colleagues } = useColleagues();
  const nameOf = (account: string) => colleagues.find(({ id }) => id === account)?.name;
  return (
    <ScrollArea label="Actions" className={table.wide}>
      <table className={`${table.table} ${table.folds}`}>
        <TableHead columns={['When', 'Who', 'What', 'Of', 'More']} />
        <tbody>
          {actions.map(({ id, at, accountId, name, action, subject, detail }) => (
            <tr key={id}>
              <th scope="row">
                <Moment at={at} />
              </th>
              <td className={table.words}>{name || accountId}</td>
              <td className={table.words}>{actionWords(action)}</td>
              <td className={table.words}>{subject !== null && <Subject subject={subject} asked={asked} nameOf={nameOf} />}</td>
              <td className={table.words}>{actionDetailWords(detail, nameOf)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

type SubjectProps = { subject: NonNullable<Action['subject']>; asked: ActionsAsked; nameOf: (account: string) => string | undefined };

function Subject({ subject: { kind, id, request }, asked, nameOf }: SubjectProps) {
  const words = nameOf(id) ?? `${kind} ${id.slice(-6)}`;
  if (!(leadSections as readonly string[]).includes(kind)) return words;
  return (
    <>
      {request === null ? words : <a href={`${sectionPaths[request.section]}/${id}`}>{request.name}</a>}{' '}
      {asked.subjectId === undefined && <a href={actionsAddress({ ...asked, subjectId: id })}>all of it</a>}
    </>
  );
}
