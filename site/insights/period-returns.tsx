import { signedPercent } from '../../contract/figures/format.ts';
import { sayNet } from '../../contract/figures/disclosure-words.ts';
import { figureLines } from '../../contract/figures/metrics.ts';
import { PERIODS_NOTE, periodOf, periodWords } from '../../contract/figures/period-words.ts';
import type { ShownPortfolio } from '../../contract/insights-page.ts';
import { ScrollArea } from '../../ui/scroll-area.tsx';
import { portfolioDetails } from '../content/insights-details.ts';
import { ChangeFigure } from './change-figure.tsx';
import figureTable from './figure-table.module.css';

const words = portfolioDetails.details;

/** Nothing until the data calls have answered: the page comes without the periods. */
export function PeriodReturns({ portfolio }: { portfolio: ShownPortfolio }) {
  const { periods = [] } = portfolio;
  if (periods.length === 0) return null;
  const lines = figureLines(portfolio);
  return (
    <section className="stack gap-1 one-column">
      <h3 className="h4">{sayNet(words.periods, portfolio.disclosure)}</h3>
      <ScrollArea label={words.periods}>
        <table className={`${figureTable.table} ${figureTable.wrapped}`}>
          <thead>
            <tr>
              <th scope="col">Period</th>
              {lines.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {periods.map((period) => (
              <tr key={`${period.period} ${period.to}`}>
                <th scope="row">{periodWords(period)}</th>
                {lines.map(({ name }, line) => (
                  <td key={name}>
                    {line === 0 ? <ChangeFigure value={period.pf} against={period.bm} /> : signedPercent(periodOf(period, portfolio, line))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <p className="small faint">{PERIODS_NOTE}</p>
    </section>
  );
}
