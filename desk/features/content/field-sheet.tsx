import { changeContent } from '../../../contract/calls/desk/content-calls.ts';
import { useMay } from '../../account/may.tsx';
import { FieldEditor } from './field-editor.tsx';
import { valueIn, type Content, type DraftPage, type ShownField } from './content-words.ts';
import { PictureEditor } from './picture-editor.tsx';

/** Every field of some parts, where no page shows them. */
export function FieldSheet({ content, change, parts }: { content: Content; change: DraftPage; parts: readonly string[] }) {
  const fields = content.fields.filter(({ path }) => parts.some((part) => `${path}.`.startsWith(`${part}.`)));
  return (
    <div className="stack gap-2">
      <DraftFields fields={fields} content={content} change={change} />
    </div>
  );
}

type FieldsProps = {
  fields: readonly ShownField[];
  content: Content;
  change: DraftPage;
  onType?: (typed: { path: string; text: string }) => void;
};

/** Texts and pictures of a change, to be changed; a picture also with its words. */
export function DraftFields({ fields, content, change, onType }: FieldsProps) {
  const mayChange = useMay(changeContent);
  return fields.map((field) =>
    field.picture === undefined || !mayChange ? (
      <FieldEditor
        // Another picture has other words.
        key={[field.path, ...fields.flatMap((one) => (one.picture?.alt === field.path ? valueIn(change, one) : []))].join(' ')}
        field={field}
        content={content}
        change={change}
        onType={(text) => onType?.({ path: field.path, text })}
      />
    ) : (
      <PictureEditor key={field.path} field={{ ...field, picture: field.picture }} content={content} change={change} />
    ),
  );
}
