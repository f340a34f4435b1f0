import { elementAt } from '../../../contract/checked.ts';
import { longDate, percent, signedPercent } from '../../../contract/figures/format.ts';
import { sampleWalk } from '../../content/evidence.ts';
import { home } from '../../content/home.ts';
import { RiskWarning } from '../../frame/risk-warning.tsx';
import { linePath } from '../../sections/line-path.ts';
import styles from './walk-forward-chart.module.css';

const { chart } = home.methodology;
const WIDTH = 640;
const HEIGHT = 320;
const levels = [80, 100, 120, 140, 160];
const months = elementAt(sampleWalk.lines, 0).values.length - 1;
const firstYear = Number(sampleWalk.from.slice(0, 4)) + 1;

export function WalkForwardChart() {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-3 strong">{chart.title}</figcaption>
      <svg className={styles.chart} viewBox={`0 -14 ${WIDTH + 72} ${HEIGHT + 40}`} role="img" aria-label={summary()}>
        <path className={styles.grid} d={levels.map((level) => `M0 ${y(level)}H${WIDTH}`).join('')} />
        <path
          className={styles.ticks}
          d={years()
            .map((year) => `M${x((year - firstYear) * 12)} ${HEIGHT}v6`)
            .join('')}
        />
        {levels.map((level) => (
          <text key={level} className={styles.level} x="0" y={y(level) - 5}>
            {level}
          </text>
        ))}
        {years().map((year) => (
          <text key={year} className={styles.year} x={x((year - firstYear) * 12 + 6)} y={HEIGHT + 20}>
            {year}
          </text>
        ))}
        {sampleWalk.lines.toReversed().map(({ name, values }, i) => (
          <g key={name} className={i === 0 ? styles.other : styles.rule}>
            <path d={linePath(values.map((value, month) => [x(month), y(value)]))} />
            <text x={WIDTH + 8} y={y(elementAt(values, months)) + 5}>
              {Math.round(elementAt(values, months))}
            </text>
          </g>
        ))}
      </svg>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{chart.rule}</th>
            {chart.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sampleWalk.lines.map(({ name, measures }, i) => (
            <tr key={name}>
              <th scope="row" className={i === 0 ? styles.ruleKey : styles.otherKey}>
                {name}
              </th>
              <td>{signedPercent(measures.annual, 1)}</td>
              <td>{percent(measures.volatility, 1)}</td>
              <td>{signedPercent(-measures.drawdown, 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="fine faint mt-2">{`${longDate(sampleWalk.from)} to ${longDate(sampleWalk.to)}. ${chart.note}`}</p>
      <RiskWarning size="in-card" />
    </figure>
  );
}

function x(month: number): number {
  return Math.round((month / months) * WIDTH * 10) / 10;
}

function y(value: number): number {
  return Math.round((HEIGHT - ((value - 70) / 105) * HEIGHT) * 10) / 10;
}

function years(): number[] {
  return Array.from({ length: months / 12 }, (_, i) => firstYear + i);
}

function summary(): string {
  const ends = sampleWalk.lines.map(({ name, values }) => `${name} from 100 to ${Math.round(elementAt(values, months))}`);
  return `${chart.title}, ${firstYear} to ${sampleWalk.to.slice(0, 4)}. ${ends.join('; ')}.`;
}
