import { FieldEditor } from './field-editor.tsx';
import type { Content, DraftPage } from './content-words.ts';

/** Every field of some parts, where no page shows them. */
export function FieldSheet({ content, change, parts }: { content: Content; change: DraftPage; parts: readonly string[] }) {
  const fields = content.fields.filter(({ path }) => parts.some((part) => `${path}.`.startsWith(`${part}.`)));
  return (
    <div className="stack gap-2">
      {fields.map((field) => (
        <FieldEditor key={field.path} field={field} content={content} change={change} />
      ))}
    </div>
  );
}
