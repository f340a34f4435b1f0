import { elementAt } from '../../../contract/checked.ts';
import { use } from 'react';
import { imageFiles } from '../../../contract/pictures.ts';
import { categories, excerpt, postingPath, type Posting } from '../../../contract/posting.ts';
import { careers } from '../../content/careers.ts';
import { OpeningsContext } from '../../sections/openings.ts';
import { Icon } from '../../../ui/icon.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import tabStyles from '../../../ui/tabs.module.css';
import styles from './positions.module.css';

const PANEL = 'positions';
const departments = categories.flatMap(({ slug }) => slug || []);

/** The open positions, all or those of the department in the address: site/client/tabs.ts shows the cards of the chosen tab. */
export function Positions() {
  const { open } = use(OpeningsContext);
  return (
    <section className={styles.positions} aria-label={careers.tabs}>
      {/* Moved into the document's head, and allowed there by its hash: hides positions of other departments until the tabs work. */}
      <style href="departments" precedence="content">
        {departments.map((slug) => `:root[data-tab=${slug}] [data-of-tab]:not([data-of-tab=${slug}]){display:none}`).join('')}
      </style>
      <div role="tablist" aria-label={careers.tabs} className={tabStyles.row} data-tabs="department">
        {categories.map(({ id, slug, label }, i) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${PANEL}-${id}`}
            className={tabStyles.tab}
            aria-selected={i === 0}
            aria-controls={PANEL}
            tabIndex={i === 0 ? 0 : -1}
            data-tab={slug}
          >
            {label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={PANEL} aria-labelledby={`${PANEL}-0`} className={tabStyles.panel}>
        <ul className={`stack ${styles.cards}`}>
          {open.map((posting, index) => (
            <li key={posting.slug} data-of-tab={categories.find(({ id }) => id === posting.id)?.slug} data-until={posting.validThrough}>
              <Card posting={posting} index={index} />
            </li>
          ))}
        </ul>
        <template data-nothing>
          <p>{careers.empty}</p>
        </template>
      </div>
    </section>
  );
}

/** One link covers the whole card: picture, title and text lead to the same page as 'Apply now'. */
function Card({ posting, index }: { posting: Posting; index: number }) {
  return (
    <article className={`stack gap-3 ${styles.card}`}>
      <Picture index={index} />
      <div>
        <p className="small faint">{posting.title1}</p>
        <h2 className={styles.title}>{posting.title2}</h2>
        <p className="mt-1 max-w-34 quiet">{excerpt(posting.textIntro)}</p>
      </div>
      <a href={postingPath(posting)} className={`action-link self-start ${styles.way}`}>
        {careers.apply}
        <VisuallyHidden> for {posting.title2}</VisuallyHidden>
        <Icon name="arrow-right" size={20} />
      </a>
    </article>
  );
}

const WIDTH = 360;
const HEIGHT = 240;

function Picture({ index }: { index: number }) {
  const { src } = elementAt(careers.pictures, index % careers.pictures.length);
  return (
    <img
      className={styles.picture}
      {...imageFiles(src, 'wide')}
      width={WIDTH}
      height={HEIGHT}
      alt=""
      loading="lazy"
      decoding="async"
      fetchPriority="low"
    />
  );
}
