import { showPicture } from '../../../contract/calls/desk/content-calls.ts';
import { questionUses, type QuestionUse } from '../../../contract/content-fields.ts';
import { keysIn } from '../../../contract/content-lists.ts';
import { anyFileOf, MEDIA, shapeOf } from '../../../contract/pictures.ts';
import type { ShownField } from './content-words.ts';
import styles from './content.module.css';

/** The value of a field in a form for people: a picture is drawn, the items of a list are counted. */
export function ContentValue({ field, value }: { field: Pick<ShownField, 'kind' | 'picture'> | undefined; value: string | number }) {
  const keys = field?.kind === 'list' ? keysIn(value) : undefined;
  if (field?.kind === 'choice') return <>{questionUses[value as QuestionUse]}</>;
  if (keys !== undefined) return <>{keys.length} items</>;
  if (field?.picture === undefined) return <>{value === '' ? (field?.kind === 'alternative text' ? 'Decoration' : 'Nothing') : value}</>;
  const file = anyFileOf(field.picture.shape, String(value)).replace(MEDIA, showPicture.path.replace(':file', ''));
  const { grounds } = shapeOf(field.picture.shape);
  if (grounds === undefined) return <img className={styles.thumb} src={file} alt="" />;
  return (
    <span className="row wraps gap-1">
      {grounds.map((ground) => (
        <span key={ground} data-theme={ground} className={`centre ${styles.ground}`}>
          <img src={file} alt="" />
        </span>
      ))}
    </span>
  );
}
