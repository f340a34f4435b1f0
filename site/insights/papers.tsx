import { paperCaller } from '../../contract/callers.ts';
import { longDate } from '../../contract/figures/format.ts';
import { PAPER_IMAGE_WIDTH, paperImage, paperTitle, type Paper } from '../../contract/paper.ts';
import type { PortfolioDetail } from '../../contract/portfolio.ts';
import { insights } from '../content/insights.ts';
import { ContactButton } from '../frame/contact-button.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { pageIcons } from '../../ui/page-icons.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { paperAddress } from './paper-address.ts';
import styles from './papers.module.css';
import { LoadAgain } from './try-again.tsx';

const words = insights.papers;

type PapersProps = {
  papers: readonly Paper[];
  portfolios: readonly PortfolioDetail[];
  heading: 'h1' | 'h2';
  /** Whether papers download at once for every visitor: on the page that a mail's link leads to. */
  direct: boolean;
  onAgain: () => void;
};

export function Papers({ papers, portfolios, heading: Heading, direct, onAgain }: PapersProps) {
  return (
    <section id="papers" className={`section surface ${styles.band}`} aria-labelledby="papers-title" data-direct={direct ? '' : undefined}>
      <div className="wrap">
        <div className={`stack gap-2 ${styles.head}`}>
          <Heading id="papers-title">{words.title}</Heading>
          <p className="lead max-w-34">{words.lead}</p>
        </div>
        {papers.length === 0 ? (
          <div className="stack gap-2 items-start">
            <p>{words.none}</p>
            <LoadAgain onAgain={onAgain} />
          </div>
        ) : (
          <ul className={`stack gap-4 one-column ${styles.papers}`}>
            {papers.map((paper, i) => (
              <li key={paper.id} className={i === 0 ? styles.large : styles.small}>
                <PaperCard paper={paper} on={namesOf(paper, portfolios)} heading={Heading === 'h1' ? 'h2' : 'h3'} direct={direct} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

/** The document contains both ways to the paper; the styles show the one for this visitor. */
function PaperCard({ paper, on, heading: Heading, direct }: { paper: Paper; on: string; heading: 'h2' | 'h3'; direct: boolean }) {
  const title = paperTitle(paper);
  return (
    <article className={`stack gap-3 ${styles.paper}`}>
      <Cover img={paper.img} />
      <div className={`stack gap-1 items-start content-start ${styles.words}`}>
        <Heading className={styles.title}>{title}</Heading>
        {(paper.date !== undefined || on !== '') && (
          <p className={`row wraps faint ${styles.facts}`}>
            {paper.date !== undefined && <time dateTime={paper.date}>{longDate(paper.date)}</time>}
            {on !== '' && (
              <span>
                {words.on} {on}
              </span>
            )}
          </p>
        )}
        <p className="quiet">{paper.descr}</p>
        <a
          href={paperAddress(paper)}
          download={paper.name}
          className={`${buttonClass()} ${styles.way} ${styles.direct}`}
          data-download={paper.name}
        >
          <Download title={title} />
        </a>
        <ContactButton
          caller={paperCaller(paper.id)}
          about={{ kind: 'paper', id: paper.id, name: title, img: paper.img }}
          variant="outline"
          className={`${styles.way} ${styles.byMail}`}
        >
          <Download title={title} />
        </ContactButton>
        {direct ? null : <p className={`fine faint ${styles.note}`}>{words.note}</p>}
      </div>
    </article>
  );
}

/** Names of the paper's portfolios, as far as they are shown. */
function namesOf({ portfolios: ids = [] }: Paper, portfolios: readonly PortfolioDetail[]): string {
  return portfolios.flatMap(({ id, shortName }) => (ids.includes(id) ? [shortName] : [])).join(', ');
}

function Download({ title }: { title: string }) {
  return (
    <>
      <Icon path={pageIcons.download} size={20} />
      {words.download}
      <VisuallyHidden> {title}</VisuallyHidden>
    </>
  );
}

function Cover({ img }: { img: string | null }) {
  return (
    <div className={styles.cover} data-cover data-failed={img === null ? '' : undefined}>
      {img === null ? null : <img src={paperImage(img)} alt="" width={PAPER_IMAGE_WIDTH} loading="lazy" decoding="async" />}
      <span className={styles.missing}>{words.missing}</span>
    </div>
  );
}
