import { useState } from 'react';
import { categories, excerpt, postingPath, postingsOf, type Posting } from '../../../contract/job.ts';
import { careers } from '../../content/careers.ts';
import { Link } from '../../frame/link.tsx';
import { useOpenPostings } from '../../sections/open-postings.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './positions.module.css';

const tabs = categories.map(({ id, label }) => ({ id: String(id), label }));

/** What is open, all of it or of one department. */
export function Positions() {
  const [tab, setTab] = useState('0');
  const open = useOpenPostings();
  const shown = postingsOf(open, Number(tab));
  return (
    <section className={styles.positions} aria-label={careers.tabs}>
      <Tabs label={careers.tabs} tabs={tabs} selected={tab} onSelect={setTab}>
        {shown.length === 0 && <p>{careers.empty}</p>}
        <ul className={styles.cards}>
          {shown.map((posting, place) => (
            <li key={posting.slug}>
              <Card posting={posting} place={place} />
            </li>
          ))}
        </ul>
      </Tabs>
    </section>
  );
}

function Card({ posting, place }: { posting: Posting; place: number }) {
  return (
    <article className={styles.card}>
      <Picture place={place} />
      <div className={styles.words}>
        <p className={styles.line}>{posting.title1}</p>
        <h2 className={styles.title}>{posting.title2}</h2>
        <p className={styles.text}>{excerpt(posting.textIntro)}</p>
      </div>
      <Link href={postingPath(posting)} state={{ job: posting, subject: posting.title2 }} className={styles.way}>
        {careers.apply}
        <VisuallyHidden> for {posting.title2}</VisuallyHidden>
        <Icon name="arrow-right" size={20} />
      </Link>
    </article>
  );
}

const pictures = ['correlations', 'days'] as const;
const WIDTH = 360;
const HEIGHT = 240;

/** Two pictures take turns. Drawn by `npm run art -- careers`. */
function Picture({ place }: { place: number }) {
  const name = pictures[place % pictures.length]!;
  const set = (type: string) => `/careers/${name}-${WIDTH}.${type} 1x, /careers/${name}-${2 * WIDTH}.${type} 2x`;
  return (
    <picture className={styles.picture}>
      <source type="image/avif" srcSet={set('avif')} />
      <img
        src={`/careers/${name}-${WIDTH}.webp`}
        srcSet={set('webp')}
        width={WIDTH}
        height={HEIGHT}
        alt=""
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}
