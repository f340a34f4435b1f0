import { cookieCategories } from '../../content/consent.ts';
import { declaration, declarationNotes, type StoredItem } from '../../content/cookies.ts';
import styles from './declaration.module.css';

export function Declaration() {
  return (
    <>
      {cookieCategories.map(({ key, title, text }) => (
        <div key={key} className={styles.category}>
          <h3 className={styles.title}>{title}</h3>
          <p className={styles.text}>{text}</p>
          {key !== 'necessary' && <p className={styles.text}>{declarationNotes[key]}</p>}
          {declaration[key].length > 0 && (
            <ul className={styles.items}>
              {declaration[key].map((item) => (
                <Item key={item.name} item={item} />
              ))}
            </ul>
          )}
        </div>
      ))}
      <div data-provider-declaration />
    </>
  );
}

function Item({ item: { name, kind, purpose, kept, by } }: { item: StoredItem }) {
  return (
    <li className={styles.item}>
      <div>
        <p className={styles.name}>
          <code>{name}</code>
        </p>
        <p className={styles.kind}>
          {kind}
          {by ? `, ${by}` : ''}
        </p>
      </div>
      <div>
        <p>{purpose}</p>
        <p className={styles.kept}>Kept: {kept}</p>
      </div>
    </li>
  );
}
