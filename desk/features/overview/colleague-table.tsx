import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { readColleaguesCall } from '../../../contract/calls/desk/overview-calls.ts';
import { useCall } from '../../data/queries.ts';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { useColleagues } from '../work/use-colleagues.ts';
import type { OverviewAsked } from './overview-asked.ts';
import { countWords, shareWords, spanWords } from './overview-words.ts';
import table from '../../parts/table.module.css';
import styles from './group-table.module.css';

type Colleague = CallOutput<typeof readColleaguesCall>['colleagues'][number];

/** A row for each colleague: their leads of the period, and what became of them. */
export function ColleagueTable({ asked }: { asked: OverviewAsked }) {
  const { by: _, only: __, ...period } = asked;
  const query = useCall(readColleaguesCall, period, { old: true });
  const { nameOf } = useColleagues();
  const columns: Column<Colleague>[] = [
    { head: 'Colleague', render: ({ account }) => nameOf(account) },
    { head: 'Leads', look: 'number', render: ({ received }) => countWords(received) },
    ...steps.map(([head, step]): Column<Colleague> => ({
      head,
      look: 'number',
      render: ({ received, [step]: part }) => (
        <>
          {countWords(part)} <span className={`fine faint ${styles.share}`}>{shareWords(part, received)}</span>
        </>
      ),
    })),
    { head: 'First answer, half within', look: 'number', render: ({ answerTime }) => spanWords(answerTime.median) },
    { head: 'Nine of ten within', look: 'number', render: ({ answerTime }) => spanWords(answerTime.p90) },
  ];
  return (
    <Loaded query={query} failure="The colleagues cannot be shown" rows={3}>
      {({ colleagues, unassigned }) =>
        colleagues.length === 0 ? (
          <p className={`quiet ${table.none}`}>No lead of this period is anybody’s yet.</p>
        ) : (
          <div aria-busy={query.isPlaceholderData || undefined}>
            <DataTable label="Leads by colleague" rows={colleagues} keyOf={({ account }) => account} columns={columns} />
            {unassigned > 0 && (
              <p className={`quiet ${table.none}`}>
                {unassigned === 1 ? 'One lead is' : `${countWords(unassigned)} leads are`} nobody’s yet.
              </p>
            )}
          </div>
        )
      }
    </Loaded>
  );
}

const steps = [
  ['Answered', 'answered'],
  ['Met', 'met'],
  ['Won', 'won'],
] as const;
