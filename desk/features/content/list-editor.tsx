import { changeList, readContent, readContentDraft } from '../../../contract/calls/desk/content-calls.ts';
import { keysIn } from '../../../contract/content-lists.ts';
import { useChange } from '../../data/queries.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { itemWords, pathWords, valueIn, type Content, type DraftPage, type ShownField } from './content-words.ts';
import styles from './content.module.css';

type ListProps = {
  field: ShownField & { items: NonNullable<ShownField['items']> };
  content: Content;
  change: DraftPage;
  onChoose: (path: string) => void;
};

/** The items of a list in a change: each may be moved or removed, and others added. */
export function ListEditor({ field, content, change, onChoose }: ListProps) {
  const { items, path } = field;
  const keys = keysIn(valueIn(change, field)) ?? [];
  const edit = useChange(changeList, { changes: [readContentDraft, readContent] });
  const send = (one: Parameters<typeof edit.mutate>[0]['change']) => edit.mutate({ draft: change.id, path, change: one });
  return (
    <section className={`stack gap-1 ${styles.field}`} aria-label={`List: ${pathWords(path)}`}>
      <h2 className="small strong">
        {pathWords(path)}: {keys.length} of {items.most} at the most
      </h2>
      <FaultAlert fault={edit.error} title="Not changed" />
      <ol className={`stack gap-1 ${styles.list}`}>
        {keys.map((key, at) => {
          const words = itemWords(content, change, `${path}.${key}`);
          return (
            <li key={key} className="stack gap-half">
              <button type="button" className={`breaks ${styles.choose}`} onClick={() => onChoose(words.path)}>
                {at + 1}. {words.text}
              </button>
              <div className="row wraps gap-1">
                <SmallButton
                  variant="outline"
                  aria-label={`Move up: ${words.text}`}
                  aria-disabled={at === 0}
                  onClick={() => at > 0 && send({ kind: 'move', key, by: -1 })}
                >
                  Up
                </SmallButton>
                <SmallButton
                  variant="outline"
                  aria-label={`Move down: ${words.text}`}
                  aria-disabled={at === keys.length - 1}
                  onClick={() => at < keys.length - 1 && send({ kind: 'move', key, by: 1 })}
                >
                  Down
                </SmallButton>
                <SmallButton variant="outline" aria-label={`Add after: ${words.text}`} onClick={() => send({ kind: 'add', after: key })}>
                  Add after
                </SmallButton>
                <SmallButton variant="outline" aria-label={`Remove: ${words.text}`} onClick={() => send({ kind: 'remove', key })}>
                  Remove
                </SmallButton>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
