import type { ReactNode } from 'react';
import type { PolicyBlock, PolicySection, PolicyTable, PolicyText } from '../content/policy.ts';
import { Icon } from '../../ui/icon.tsx';
import { Linked } from './linked.tsx';
import styles from './policy.module.css';

type PolicyProps = {
  text: PolicyText;
  extras?: Readonly<Record<string, ReactNode>>;
};

export function Policy({ text, extras = {} }: PolicyProps) {
  return (
    <div className={`wrap page-padding ${styles.page}`}>
      <div className={`stack gap-3 ${styles.head}`}>
        <h1 className="h1-small" tabIndex={-1}>
          {text.title}
        </h1>
        <p className={`lead ${styles.lead}`}>{text.lead}</p>
        <p className={styles.changed}>Last changed on {text.changed}</p>
        {text.review && (
          <p className={`small row ${styles.review}`}>
            <Icon name="info" size={20} />
            {text.review}
          </p>
        )}
      </div>
      <nav className={styles.contents} aria-label="On this page">
        <ol className={styles.list}>
          {text.sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} className={`small stack quiet ${styles.entry}`}>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div>
        {text.sections.map((section) => (
          <Section key={section.id} section={section}>
            {extras[section.id]}
          </Section>
        ))}
      </div>
    </div>
  );
}

function Section({ section, children }: { section: PolicySection; children: ReactNode }) {
  return (
    <section className={`stack gap-2 ${styles.section}`} aria-labelledby={section.id}>
      <h2 id={section.id} className={styles.title}>
        {section.title}
      </h2>
      {section.blocks.map((block, i) => (
        <Block key={i} block={block} />
      ))}
      {children}
    </section>
  );
}

function Block({ block }: { block: PolicyBlock }) {
  if (typeof block === 'string') {
    return (
      <p>
        <Linked text={block} />
      </p>
    );
  }
  if ('rows' in block) return <Rows table={block} />;
  return (
    <ul className={`stack gap-1 ${styles.items}`}>
      {block.list.map((item) => (
        <li key={item}>
          <Linked text={item} />
        </li>
      ))}
    </ul>
  );
}

function Rows({ table: { caption, head, rows } }: { table: PolicyTable }) {
  return (
    <table className={`small w-100 ${styles.table}`}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {head.map((cell) => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...others]) => (
          <tr key={first}>
            <th scope="row">{first}</th>
            {others.map((cell) => (
              <td key={cell}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
