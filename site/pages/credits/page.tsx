import { credits } from '../../content/credits.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { pageIcons } from '../../../ui/page-icons.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './page.module.css';

const { charts, source, works } = credits;

export function Page() {
  return (
    <div className="wrap page-padding">
      <div className={styles.head}>
        <h1 className="h1-small" tabIndex={-1}>
          {credits.title}
        </h1>
        <p className="lead mt-2">{credits.lead}</p>
      </div>
      <section className={`stack gap-3 ${styles.part}`} aria-labelledby="charts">
        <h2 id="charts" className="h3">
          {charts.title}
        </h2>
        <div className={`stack gap-2 quiet ${styles.text}`}>
          {charts.text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p className={styles.notice}>{charts.notice}</p>
          <ButtonLink href={charts.href} variant="outline" target="_blank" rel="noopener" className="self-start mt-1">
            {charts.action} <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
            <Icon path={pageIcons['arrow-out']} size={20} />
          </ButtonLink>
        </div>
      </section>
      <section className={`stack gap-3 ${styles.part}`} aria-labelledby="source">
        <div>
          <h2 id="source" className="h3">
            {source.title}
          </h2>
          <p className={`mt-2 quiet ${styles.aside}`}>{source.text}</p>
        </div>
        <Works />
      </section>
    </div>
  );
}

function Works() {
  return (
    <table className={`small w-100 ${styles.table}`}>
      <thead>
        <tr>
          {source.head.map((cell) => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {works.map(({ name, does, licence, href }) => (
          <tr key={name}>
            <th scope="row">
              <a href={href} className={styles.work} target="_blank" rel="noopener">
                {name}
              </a>
            </th>
            <td>{does}</td>
            <td className={styles.licence}>{licence}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
