import { cookieCategories } from '../../../contract/cookie-words.ts';
import { declaration, declarationNotes, providerCookie, type StoredItem } from '../../content/cookies.ts';
import { ConditionalTexts, WhenSetting } from '../../frame/when-setting.tsx';
import styles from './declaration.module.css';

export function Declaration() {
  return (
    <>
      {cookieCategories.map(({ key, title, text }) => (
        <div key={key} className="pt-2">
          <h3 className={styles.title}>{title}</h3>
          <p className={styles.text}>{text}</p>
          {key !== 'necessary' && (
            <div className={styles.text}>
              <ConditionalTexts texts={declarationNotes[key]} />
            </div>
          )}
          {declaration[key].length > 0 && (
            <ul className={`small ${styles.items}`}>
              {[...(key === 'necessary' ? [providerCookie] : []), ...declaration[key]].map((item) => (
                <Kept key={item.name} item={item} />
              ))}
            </ul>
          )}
        </div>
      ))}
      <div data-provider-declaration />
    </>
  );
}

function Kept({ item }: { item: StoredItem }) {
  const setting = item.with ?? item.without;
  if (setting === undefined) return <Item item={item} />;
  return (
    <WhenSetting when={item.with ? 'with' : 'without'} setting={setting}>
      <Item item={item} />
    </WhenSetting>
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
