import { elementAt } from '../../../contract/checked.ts';
import { grouped, longMonth, percent } from '../../../contract/figures/format.ts';
import { cognitivePro } from '../../content/cognitive-pro.ts';
import { sampleWalk } from '../../content/evidence.ts';
import styles from './report-draft.module.css';

const { draft } = cognitivePro.boxes;

export function ReportDraft() {
  return (
    <dl className={`small ${styles.draft}`}>
      <dt>{draft.promptLabel}</dt>
      <dd className={styles.prompt}>{draft.prompt}</dd>
      <dt>{draft.label}</dt>
      <dd>
        <Filled text={draft.text} />
      </dd>
      <dt>{draft.chatLabel}</dt>
      <dd>
        {draft.question}{' '}
        <span className="quiet">
          <Filled text={draft.answer} />
        </span>
      </dd>
    </dl>
  );
}

function Filled({ text }: { text: string }) {
  return text.split(/\{(\w+)\}/).map((part, i) => (i % 2 === 1 ? <strong key={part}>{figures[part]}</strong> : part));
}

const figures = computeFigures();

function computeFigures(): Record<string, string> {
  const [portfolio, benchmark] = [elementAt(sampleWalk.lines, 0).values, elementAt(sampleWalk.lines, 1).values];
  const quarter = (values: readonly number[]) => (elementAt(values, values.length - 1) / elementAt(values, values.length - 4) - 1) * 100;
  const months = portfolio.slice(1).map((value, i) => (value / elementAt(portfolio, i) - 1) * 100);
  const worst = months.indexOf(Math.min(...months));
  return {
    portfolio: percent(quarter(portfolio), 1),
    benchmark: percent(quarter(benchmark), 1),
    difference: grouped(Math.abs(quarter(portfolio) - quarter(benchmark)), 1),
    month: longMonth(Number(sampleWalk.from.slice(0, 4)) + 1 + Math.floor(worst / 12), (worst % 12) + 1),
    fall: percent(Math.min(...months), 1),
  };
}
