import { useState, type ReactNode } from 'react';
import { applicationFunnelCall } from '../../../contract/calls/desk/application-calls.ts';
import { funnelDays, type ApplicationFunnel as Funnel, type FunnelGroup } from '../../../contract/desk/application-funnel.ts';
import { stageWords } from '../../../contract/desk/application-stages.ts';
import { positionWords } from '../../../contract/posting.ts';
import { useCall } from '../../data/queries.ts';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ToggleRow } from '../../parts/toggle-row.tsx';
import { applicationsAddress } from './applications-filter.ts';
import styles from './applications.module.css';

type Counts = Funnel['all'] & { isAll?: boolean };

const bys = [
  ['position', 'By position'],
  ['source', 'By source'],
] as const satisfies readonly (readonly [FunnelGroup, string])[];

const steps = [
  ['screening', stageWords.screening],
  ['interview', stageWords.interview],
  ['offer', stageWords.offer],
  ['hired', stageWords.hired],
] as const;

const number = (head: string, render: (counts: Counts) => ReactNode): Column<Counts> => ({ head, look: 'number', render });

/** How far applications came, by position or source. */
export function ApplicationFunnelView() {
  const [by, setBy] = useState<FunnelGroup>('position');
  const [days, setDays] = useState(90);
  const funnel = useCall(applicationFunnelCall, { by, days });
  return (
    <section className={`stack gap-2 ${styles.funnel}`} aria-label="Funnel of applications">
      <div className="row wraps gap-4">
        <ToggleRow label="Grouped" items={bys} pressed={by} onPress={setBy} />
        <ToggleRow
          label="Period"
          items={funnelDays.map((length) => [String(length), `${length} days`] as const)}
          pressed={String(days)}
          onPress={(pressed) => setDays(Number(pressed))}
        />
      </div>
      <Loaded query={funnel} failure="The funnel cannot be shown" rows={4}>
        {(data) => <FunnelTable data={data} by={by} />}
      </Loaded>
      <p className="fine faint">
        Of those that came in the period, how many were ever at a stage or beyond it, also if they were rejected later; without suspected
        spam. What retention has removed is not counted.
      </p>
    </section>
  );
}

type TableProps = { data: Funnel; by: FunnelGroup };

function FunnelTable({ data: { all, groups, leftOut }, by }: TableProps) {
  if (all.received === 0) return <p className="quiet">No application came in this period.</p>;
  const nameOf = ({ label }: Counts) => (by === 'position' ? positionWords(label) : label || 'Not known');
  const columns: readonly Column<Counts>[] = [
    {
      head: by === 'position' ? 'Position' : 'Source',
      render: (counts) => {
        if (counts.isAll === true) return <strong>All{leftOut > 0 && `, with ${leftOut} that are not listed`}</strong>;
        if (by === 'source') return nameOf(counts);
        return <a href={applicationsAddress({ position: counts.label })}>{nameOf(counts)}</a>;
      },
    },
    number('Came', ({ received }) => received),
    ...steps.map(([step, words]) =>
      number(words, ({ [step]: reached, received }) => (
        <>
          {reached} <span className="fine faint">{Math.round((100 * reached) / received)} %</span>
        </>
      )),
    ),
    number('Open now', ({ open }) => open),
    number('Rejected', ({ rejected }) => rejected),
  ];
  const rows: readonly Counts[] = [...groups, { ...all, isAll: true }];
  return (
    <DataTable
      label="Funnel of applications"
      rows={rows}
      keyOf={(counts) => (counts.isAll === true ? 'all' : `of ${counts.label}`)}
      columns={columns}
    />
  );
}
