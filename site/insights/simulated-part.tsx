import { longDate } from '../../contract/figures/format.ts';
import { partsWords, simulationMark, simulationWords } from '../../contract/figures/disclosure-words.ts';
import { figureLines, labelFor, metrics, shownFigure, simulatedDetail } from '../../contract/figures/metrics.ts';
import type { PortfolioDetail } from '../../contract/portfolio.ts';
import { ScrollArea } from '../../ui/scroll-area.tsx';
import { YearlyReturns } from './calendar-returns.tsx';
import styles from './details-dialog.module.css';
import figureTable from './figure-table.module.css';

const shown = metrics.filter(({ key }) => ['total', 'net', 'sharpe', 'excess'].includes(key));

/** The simulated part of a record by itself, with its calendar years if it has analytics. */
export function SimulatedPart({ detail }: { detail: PortfolioDetail }) {
  const part = simulatedDetail(detail);
  if (part === undefined) return null;
  const title = `${simulationMark(part)}: ${longDate(part.start_date)} to ${longDate(part.as_of)}`;
  return (
    <section className={`stack gap-1 one-column ${styles.simulated}`}>
      <h3 className="h4">{title}</h3>
      <p>
        {simulationWords(part)} {partsWords(detail)}
      </p>
      <ScrollArea label={title}>
        <table className={`${figureTable.table} ${figureTable.wrapped}`}>
          <thead>
            <tr>
              <th scope="col">{simulationMark(part)}</th>
              {shown.map((metric) => (
                <th key={metric.key} scope="col">
                  {labelFor(metric, part)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {figureLines(part).map((line, index) => (
              <tr key={line.name}>
                <th scope="row">{line.name}</th>
                {shown.map((metric) => (
                  <td key={metric.key}>{shownFigure(metric, line, index === 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {part.analytics ? <YearlyReturns detail={part} years={part.analytics.years} /> : null}
    </section>
  );
}
