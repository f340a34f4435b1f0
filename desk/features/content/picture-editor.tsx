import { useState } from 'react';
import { changeContent, readContent, readContentDraft, replacePicture } from '../../../contract/calls/desk/content-calls.ts';
import { pictureLimits, shapeOf } from '../../../contract/pictures.ts';
import { useChange, useFileChange } from '../../data/queries.ts';
import { DeskForm, FormFoot, Tick } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { FileChoice } from '../../parts/file-choice.tsx';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { TextArea } from '../../parts/text-area.tsx';
import { ContentValue } from './content-value.tsx';
import { pathWords, valueIn, type Content, type DraftPage, type ShownField } from './content-words.ts';
import { PictureFocus } from './picture-focus.tsx';
import styles from './content.module.css';

type PictureProps = { field: ShownField & { picture: NonNullable<ShownField['picture']> }; content: Content; change: DraftPage };

const MB = 1024 * 1024;
const MIDDLE = { x: 0.5, y: 0.5 };

/** A form that replaces a picture of the site in a draft, together with its alternative text. */
export function PictureEditor({ field, content, change }: PictureProps) {
  const [file, setFile] = useState<File>();
  const [focus, setFocus] = useState(MIDDLE);
  const [text, setText] = useState('');
  const [decorative, setDecorative] = useState(false);
  const shape = shapeOf(field.picture.shape);
  const seen = valueIn(change, field);
  const alt = content.fields.find(({ path }) => path === field.picture.alt);
  const upload = useFileChange(replacePicture, {
    changes: [readContentDraft, readContent],
    onDone: () => {
      setFile(undefined);
      setText('');
      notify('The picture is in the draft.');
    },
  });
  const ship = useChange(changeContent, { changes: [readContentDraft, readContent] });
  const faults = upload.error?.fields ?? {};
  const send = () => {
    const words = alt && { text, seen: valueIn(change, alt), decorative };
    const input = { draft: change.id, path: field.path, seen, focus, ...(words && { alt: words }) };
    upload.mutate({ input, files: file === undefined ? {} : { picture: file } });
  };
  return (
    <DeskForm onSend={send} className={`stack gap-2 ${styles.field}`} aria-label={`Picture: ${pathWords(field.path)}`}>
      <ContentValue field={field} value={seen} />
      <FaultAlert fault={Object.keys(faults).length > 0 ? null : (upload.error ?? ship.error)} title="Not changed" />
      <FileChoice
        // A new field for each picture: browsers keep the file of the last one.
        key={change.revision}
        label="Another picture"
        hint={`${shape.about} PNG, JPEG, WebP, AVIF or SVG, at most ${pictureLimits.bytes / MB} MB.`}
        name="picture"
        accept="image/png,image/jpeg,image/webp,image/avif,image/svg+xml"
        fault={faults['picture']}
        onChoose={(chosen) => {
          setFile(chosen);
          setFocus(MIDDLE);
          upload.reset();
        }}
      />
      {file !== undefined && shape.cuts.some(({ fit }) => fit === undefined) && (
        <PictureFocus file={file} focus={focus} onFocus={setFocus} />
      )}
      {file !== undefined && alt !== undefined && !decorative && (
        <TextArea
          label={alt.kind === 'alternative text' ? 'What the new picture shows' : 'Whose logo it is'}
          rows={3}
          value={text}
          maxLength={alt.longest}
          fault={faults['alt']}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {file !== undefined && alt?.kind === 'alternative text' && (
        <Tick isOn={decorative} onChange={setDecorative}>
          It is decoration: it says nothing that the words beside it do not
        </Tick>
      )}
      <FormFoot>
        <SmallButton type="submit" busy={upload.isPending} aria-disabled={file === undefined}>
          Put it here
        </SmallButton>
        {seen !== field.shipped && (
          <SmallButton
            variant="outline"
            busy={ship.isPending}
            onClick={() => ship.mutate({ draft: change.id, path: field.path, value: null, seen })}
          >
            As it ships
          </SmallButton>
        )}
      </FormFoot>
    </DeskForm>
  );
}
