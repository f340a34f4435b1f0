import { MONTHS, signedPercent, signed } from '../../contract/figures/format.ts';
import type { Analytics, PortfolioDetail } from '../../contract/portfolio.ts';
import { ScrollArea } from '../../ui/scroll-area.tsx';
import figureTable from './figure-table.module.css';
import styles from './calendar-returns.module.css';
import { ChangeFigure } from './change-figure.tsx';

type Period = Analytics['years'][number];

export function YearlyReturns({ detail, years }: { detail: PortfolioDetail; years: readonly Period[] }) {
  const { shortName, benchmark, benchmark2 } = detail;
  return (
    <ScrollArea label="Returns by calendar year">
      <table className={`${figureTable.table} ${styles.years}`}>
        <thead>
          <tr>
            <th scope="col">Year</th>
            <th scope="col">{shortName}</th>
            {benchmark ? <th scope="col">{benchmark}</th> : null}
            {benchmark2 ? <th scope="col">{benchmark2}</th> : null}
          </tr>
        </thead>
        <tbody>
          {[...years].reverse().map(({ year, pf, bm, bm2, partial }) => (
            <tr key={year}>
              <th scope="row">
                {year}
                {partial ? <Partial /> : null}
              </th>
              <td>
                <ChangeFigure value={pf} against={bm} />
              </td>
              {benchmark ? <td>{signedPercent(bm)}</td> : null}
              {benchmark2 ? <td>{signedPercent(bm2)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

type MonthlyProps = { name: string; months: readonly Period[]; years: readonly Period[] };

export function MonthlyReturns({ name, months, years }: MonthlyProps) {
  const byMonth = new Map(months.map((period) => [`${period.year} ${period.month}`, period]));
  return (
    <ScrollArea label={`Monthly returns of ${name}, percent`}>
      <table className={styles.months}>
        <thead>
          <tr>
            <th scope="col">Percent</th>
            {MONTHS.map((month) => (
              <th key={month} scope="col">
                <abbr title={month}>{month.slice(0, 3)}</abbr>
              </th>
            ))}
            <th scope="col">Year</th>
          </tr>
        </thead>
        <tbody>
          {[...years].reverse().map((year) => (
            <tr key={year.year}>
              <th scope="row">{year.year}</th>
              {MONTHS.map((month, i) => (
                <Month key={month} period={byMonth.get(`${year.year} ${i + 1}`)} />
              ))}
              <Month period={year} strong />
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

/** The sign shows a loss; the shade only helps to find it. */
function Month({ period, strong = false }: { period: Period | undefined; strong?: boolean }) {
  if (!period) return <td className="faint">–</td>;
  const text = signed(period.pf);
  return (
    <td className={`${styles[lookOf(text)]} ${strong ? styles.strong : ''}`.trim()}>
      {text}
      {period.partial ? <Partial /> : null}
    </td>
  );
}

/** By the rounded text: a value that rounds to zero is flat. */
function lookOf(text: string): 'gain' | 'loss' | 'flat' {
  if (text.startsWith('+')) return 'gain';
  return text.startsWith('−') ? 'loss' : 'flat';
}

function Partial() {
  return (
    <abbr className="faint" title="in part">
      *
    </abbr>
  );
}
