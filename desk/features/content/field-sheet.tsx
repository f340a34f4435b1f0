import { changeContent } from '../../../contract/calls/desk/content-calls.ts';
import { useMay } from '../../account/may.tsx';
import { FieldEditor } from './field-editor.tsx';
import { valueIn, type Content, type DraftPage, type ShownField } from './content-words.ts';
import { PictureEditor } from './picture-editor.tsx';

/** Every field of parts of the content that no page shows. */
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

/** Fields for texts and pictures of a draft. Users who may only read see the values. */
export function DraftFields({ fields, content, change, onType }: FieldsProps) {
  const mayChange = useMay(changeContent);
  return fields.map((field) =>
    field.picture === undefined || !mayChange ? (
      <FieldEditor
        // The picture that this text describes is part of the key: a new picture brings a new text, which the field has to show.
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
