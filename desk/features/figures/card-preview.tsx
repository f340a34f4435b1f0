import type { ShownCard } from '../../../contract/desk/figure-facts.ts';
import { longDate } from '../../../contract/figures/format.ts';
import { RISK_WARNING } from '../../../contract/legal.ts';
import styles from './card-preview.module.css';

/** A preview of the public card, with the same figures and the same date. */
export function CardPreview({ title, card }: { title: string; card: ShownCard }) {
  return (
    <section className="stack gap-1 content-start min-w-0">
      <h2>{title}</h2>
      <article className={`stack gap-2 ${styles.card} ${card.mark ? styles.simulated : ''}`.trim()}>
        <header className={`stack ${styles.head}`}>
          <h3>{card.name}</h3>
          <span className={`fine strong ${styles.chip}`}>{card.quarter}</span>
          <p className={`faint ${styles.sub}`}>
            {card.subName || '--'}
            <br />
            {card.basis}
          </p>
          {card.mark && <strong className={`fine ${styles.chip}`}>{card.mark}</strong>}
        </header>
        <dl className={`row wraps apart ${styles.figures}`}>
          {card.figures.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className={lookOf(text)}>{text}</dd>
            </div>
          ))}
        </dl>
        <table className={`w-100 ${styles.benchmarks}`}>
          <thead>
            <tr>
              <th scope="col">Benchmarks</th>
              {card.columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {card.benchmarks.map(({ name, cells }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, index) => (
                  <td key={card.columns[index]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <Periods card={card} />
        <p className="fine faint">
          Since {longDate(card.since)}, to {longDate(card.asOf)}. {RISK_WARNING}
        </p>
      </article>
    </section>
  );
}

function Periods({ card: { name, benchmarks, periods } }: { card: ShownCard }) {
  return (
    <table className={`w-100 ${styles.benchmarks}`}>
      <thead>
        <tr>
          {['Period', name, ...benchmarks.map((one) => one.name)].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {periods.map(({ period, cells }) => (
          <tr key={period}>
            <th scope="row">{period}</th>
            {cells.map((cell, index) => (
              <td key={benchmarks[index - 1]?.name ?? name}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function lookOf(text: string): string | undefined {
  if (text.startsWith('−')) return styles.loss;
  return text.startsWith('+') && text.endsWith('%') ? styles.gain : undefined;
}
