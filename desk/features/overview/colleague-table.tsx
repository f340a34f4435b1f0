import { readColleaguesCall } from '../../../contract/calls/desk/overview-calls.ts';
import { ScrollArea } from '../../../ui/scroll-area.tsx';
import { useCall } from '../../data/queries.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { Loading } from '../../parts/loading.tsx';
import { useColleagues } from '../work/use-names.ts';
import type { OverviewAsked } from './overview-asked.ts';
import { countWords, shareWords, spanWords } from './overview-words.ts';
import table from '../../parts/table.module.css';
import styles from './group-table.module.css';

/** A row for each colleague: their leads of the period, and what became of them. */
export function ColleagueTable({ asked }: { asked: OverviewAsked }) {
  const { by: _, ...period } = asked;
  const { data, error, isPlaceholderData, refetch } = useCall(readColleaguesCall, period, { old: true });
  const { nameOf } = useColleagues();
  if (data === undefined && error !== null)
    return <FaultAlert fault={error} title="The colleagues cannot be shown" onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading rows={3} />;
  const { colleagues, unassigned } = data;
  if (colleagues.length === 0) return <p className={table.none}>No lead of this period is anybody’s yet.</p>;
  return (
    <div aria-busy={isPlaceholderData || undefined}>
      <ScrollArea label="Leads by colleague" className={table.wide}>
        <table className={`${table.table} ${table.folds}`}>
          <thead>
            <tr>
              <th scope="col">Colleague</th>
              <th scope="col">Leads</th>
              <th scope="col">Answered</th>
              <th scope="col">Meeting</th>
              <th scope="col">Won</th>
              <th scope="col">First answer, half within</th>
              <th scope="col">Nine of ten within</th>
            </tr>
          </thead>
          <tbody>
            {colleagues.map(({ account, received, answered, met, won, answerTime }) => (
              <tr key={account}>
                <th scope="row">{nameOf(account)}</th>
                <td data-label="Leads">{countWords(received)}</td>
                {(
                  [
                    ['Answered', answered],
                    ['Meeting', met],
                    ['Won', won],
                  ] as const
                ).map(([words, part]) => (
                  <td key={words} data-label={words}>
                    {countWords(part)} <span className={styles.share}>{shareWords(part, received)}</span>
                  </td>
                ))}
                <td data-label="First answer, half within">{spanWords(answerTime.median)}</td>
                <td data-label="Nine of ten within">{spanWords(answerTime.p90)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {unassigned > 0 && (
        <p className={table.none}>{unassigned === 1 ? 'One lead is' : `${countWords(unassigned)} leads are`} nobody’s yet.</p>
      )}
    </div>
  );
}
