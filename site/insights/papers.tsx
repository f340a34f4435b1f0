import { useState } from 'react';
import { PAPER_IMAGE_WIDTH, paperImage, type Paper } from '../../contract/paper.ts';
import { insights } from '../content/insights.ts';
import { ContactButton } from '../frame/contact-button.tsx';
import { sendDownload } from '../frame/download-event.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useMoreActive } from './more-active.ts';
import { paperAddress, paperTitle } from './paper-address.ts';
import styles from './papers.module.css';

const words = insights.papers;

type PapersProps = {
  /** `undefined` while they are on their way. */
  papers: readonly Paper[] | undefined;
  /** Its heading is the page's own. */
  heading: 'h1' | 'h2';
};

/** The research papers: the first one large, the others in a grid. */
export function Papers({ papers, heading: Heading }: PapersProps) {
  return (
    <section id="papers" className={styles.band} aria-labelledby="papers-title" aria-busy={papers === undefined}>
      <div className="wrap">
        <div className={styles.head}>
          <Heading id="papers-title">{words.title}</Heading>
          <p className={styles.lead}>{words.lead}</p>
        </div>
        {papers?.length === 0 ? <p>{words.none}</p> : null}
        <noscript>
          <p>
            {words.withoutScript} <a href="/contacts">{words.withoutScriptLink}</a>.
          </p>
        </noscript>
        <ul className={styles.papers}>
          {papers?.map((paper, i) => (
            <li key={paper.id} className={i === 0 ? styles.large : styles.small}>
              <PaperCard paper={paper} heading={Heading === 'h1' ? 'h2' : 'h3'} />
            </li>
          ))}
          {papers ? null : <Loading />}
        </ul>
      </div>
    </section>
  );
}

function PaperCard({ paper, heading: Heading }: { paper: Paper; heading: 'h2' | 'h3' }) {
  const moreActive = useMoreActive();
  const title = paperTitle(paper);
  return (
    <article className={styles.paper}>
      <Cover img={paper.img} />
      <div className={styles.words}>
        <Heading className={styles.title}>{title}</Heading>
        <p className={styles.text}>{paper.descr}</p>
        {moreActive ? (
          <a
            href={paperAddress(paper)}
            download={paper.name}
            className={`${buttonClass()} ${styles.way}`}
            onClick={() => sendDownload(paper.name)}
          >
            <Download title={title} />
          </a>
        ) : (
          <>
            <ContactButton caller={`paper_${paper.id}`} variant="outline" className={styles.way ?? ''}>
              <Download title={title} />
            </ContactButton>
            <p className={styles.note}>{words.note}</p>
          </>
        )}
      </div>
    </article>
  );
}

function Download({ title }: { title: string }) {
  return (
    <>
      <Icon name="download" size={20} />
      {words.download}
      <VisuallyHidden> {title}</VisuallyHidden>
    </>
  );
}

/** A paper's picture, or words in its place. */
function Cover({ img }: { img: string | null }) {
  const [failed, setFailed] = useState(false);
  if (img === null || failed) return <div className={`${styles.cover} ${styles.missing}`}>{words.missing}</div>;
  return (
    <div className={styles.cover}>
      <img src={paperImage(img)} alt="" width={PAPER_IMAGE_WIDTH} loading="lazy" decoding="async" onError={() => setFailed(true)} />
    </div>
  );
}

function Loading() {
  return Array.from({ length: 3 }, (_, i) => (
    <li key={i} className={i === 0 ? styles.large : styles.small} aria-hidden="true">
      <div className={styles.paper}>
        <div className={styles.cover}>
          <Skeleton shape="block" />
        </div>
        <div className={styles.words}>
          <Skeleton shape="heading" />
          <Skeleton />
          <Skeleton />
        </div>
      </div>
    </li>
  ));
}
