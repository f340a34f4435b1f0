import { longDate } from '../../../contract/figures/format.ts';
import type { Posting } from '../../../contract/posting.ts';
import { careers } from '../../content/careers.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { paragraphsOf, payOf, payWords, postingSections, whereWords } from './posting-sections.ts';
import styles from './position.module.css';

export function Position({ posting }: { posting: Posting }) {
  const pay = payOf(posting);
  const facts = [
    [careers.facts.location, whereWords(posting)],
    ...(pay === undefined ? [] : [[careers.facts.pay, payWords(pay)]]),
    [careers.facts.type, careers.types[posting.employmentType]],
    [careers.facts.posted, longDate(posting.datePosted)],
    [careers.facts.until, longDate(posting.validThrough)],
  ];
  return (
    <article className={`wrap stack gap-5 ${styles.page}`} data-closes={posting.validThrough}>
      <header className={`stack gap-1 ${styles.head}`}>
        <a href="/careers" className={`action-link arrow mb-3 self-start ${styles.back}`}>
          <Icon name="arrow-right" size={20} />
          {careers.back}
        </a>
        <p className="faint">{posting.title1}</p>
        <h1 tabIndex={-1}>{posting.title2}</h1>
      </header>
      <div className={`stack gap-3 content-start ${styles.side}`}>
        <dl className={`small ${styles.facts}`}>
          {facts.map(([term, fact]) => (
            <div key={term} className={`stack gap-1 ${styles.fact}`}>
              <dt>{term}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
        <a href="#apply" className={`${buttonClass({ size: 'large' })} ${styles.apply}`}>
          {careers.apply}
        </a>
      </div>
      <div className={`stack gap-5 min-w-0 ${styles.parts}`}>
        {postingSections(posting).map(({ key, title, text }) => (
          <section key={key} className="stack gap-2">
            <h2 className="h3">{title}</h2>
            {typeof text === 'string' ? (
              paragraphsOf(text).map((paragraph, at) => (
                <p key={at} className={styles.intro}>
                  {paragraph}
                </p>
              ))
            ) : (
              <ul className={`stack gap-1 quiet ${styles.list}`}>
                {text.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            )}
          </section>
        ))}
      </div>
    </article>
  );
}
