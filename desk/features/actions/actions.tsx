import { exportActions, listActions } from '../../../contract/calls/desk/action-calls.ts';
import { actionDetailWords, actionWords } from '../../../contract/desk/action-words.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { leadSections } from '../../../contract/desk/lead-facts.ts';
import { Button } from '../../../ui/button.tsx';
import { navigate, useSearch } from '../../router/navigation.ts';
import { useCall } from '../../data/queries.ts';
import { useCallFile } from '../../data/use-call-file.ts';
import { sectionPaths } from '../work/sections.ts';
import { useColleagues } from '../work/use-colleagues.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { FilterRow } from '../../parts/filter-row.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { PageButtons, usePages } from '../../parts/pages.tsx';
import table from '../../parts/table.module.css';
import { actionsAddress, actionsFrom, actionsInput, type ActionsAsked } from './actions-asked.ts';

/** The record of actions: who viewed or changed which lead, and when. */
export function Actions() {
  const search = useSearch();
  return <ActionList key={search} asked={actionsFrom(search)} />;
}

function ActionList({ asked }: { asked: ActionsAsked }) {
  const pages = usePages<string>();
  const { before } = pages;
  const input = actionsInput(asked);
  const query = useCall(listActions, { ...input, ...(before !== undefined && { before }) }, { old: true });
  const file = useCallFile(exportActions, () => notify('The actions are stored as a CSV file.'));
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
      <Filters asked={asked} choices={query.data?.choices ?? []} />
      <Loaded query={query} failure="The actions cannot be shown" rows={8}>
        {({ actions, more }) => (
          <>
            {actions.length === 0 && <p className={`quiet ${table.none}`}>Nothing fits. Take a filter away.</p>}
            {actions.length > 0 && <Entries actions={actions} asked={asked} />}
            <PageButtons pages={pages} end={more ? actions.at(-1)?.id : null} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Filters({ asked, choices }: { asked: ActionsAsked; choices: readonly string[] }) {
  const { colleagues } = useColleagues();
  const show = (next: ActionsAsked) => navigate(actionsAddress(next), { replace: true });
  const filters = [
    { name: 'accountId', label: 'Who', none: 'Everybody', items: colleagues.map((one) => [one.id, one.name] as const) },
    { name: 'action', label: 'What', none: 'Anything', items: choices.map((action) => [action, actionWords(action)] as const) },
    { name: 'from', label: 'From' },
    { name: 'to', label: 'To' },
  ] as const;
  return (
    <FilterRow filters={filters} values={asked} onChange={(name, value) => show({ ...asked, [name]: value })}>
      {asked.subjectId !== undefined && (
        <SmallButton variant="outline" onClick={() => show({ ...asked, subjectId: '' })}>
          Of everybody
        </SmallButton>
      )}
    </FilterRow>
  );
}

type Action = CallOutput<typeof listActions>['actions'][number];

function Entries({ actions, asked }: { actions: readonly Action[]; asked: ActionsAsked }) {
  const { colleagues } = useColleagues();
  const nameOf = (account: string) => colleagues.find(({ id }) => id === account)?.name;
  return (
    <DataTable
      label="Actions"
      rows={actions}
      keyOf={({ id }) => id}
      columns={[
        { head: 'When', render: ({ at }) => <Moment at={at} /> },
        { head: 'Who', render: ({ name, accountId }) => name || accountId },
        { head: 'What', render: ({ action }) => actionWords(action) },
        { head: 'Of', render: ({ subject }) => subject !== null && <Subject subject={subject} asked={asked} nameOf={nameOf} /> },
        { head: 'More', render: ({ detail }) => actionDetailWords(detail, nameOf) },
      ]}
    />
  );
}

type SubjectProps = { subject: NonNullable<Action['subject']>; asked: ActionsAsked; nameOf: (account: string) => string | undefined };

function Subject({ subject: { kind, id, request }, asked, nameOf }: SubjectProps) {
  // A random id (UUID) is shown by its last six characters; an id that a person chose is shown whole.
  const words = nameOf(id) ?? `${kind} ${/^[\da-f-]{36}$/.test(id) ? id.slice(-6) : id}`;
  if (!(leadSections as readonly string[]).includes(kind)) return words;
  return (
    <>
      {request === null ? words : <a href={`${sectionPaths[request.section]}/${id}`}>{request.name}</a>}{' '}
      {asked.subjectId === undefined && <a href={actionsAddress({ ...asked, subjectId: id })}>all of it</a>}
    </>
  );
}
