import { useState } from 'react';
import { changeContent, readContent, readContentDraft } from '../../../contract/calls/desk/content-calls.ts';
import { useMay } from '../../account/may.tsx';
import { useCall } from '../../data/queries.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { questionUses, type QuestionUse } from '../../../contract/content-fields.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { ToggleRow } from '../../parts/toggle-row.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { navigate } from '../../router/navigation.ts';
import page from '../work/work-page.module.css';
import { fieldIn, listsOf, pathWords, valueIn, type Content, type DraftPage, type ShownField } from './content-words.ts';
import { DraftFields, FieldSheet } from './field-sheet.tsx';
import { ListEditor } from './list-editor.tsx';
import { PageFrame } from './page-frame.tsx';
import { PreviewLinks } from './preview-links.tsx';
import { PublishChange } from './publish-change.tsx';
import { TryMail } from './try-mail.tsx';
import styles from './content.module.css';

/** Milliseconds between two fetches of the draft, into which colleagues may be writing as well. */
const EVERY = 5000;

/** The editor of a draft of the site's words: a preview of a page, and beside it the texts that were pressed on it. @param id of the draft */
export function ContentEditor({ id }: { id: string }) {
  const content = useCall(readContent, {});
  const draft = useCall(readContentDraft, { draft: id }, { every: EVERY });
  useCommands([{ id: 'back to words', title: 'Back to the words', group: 'Words', keys: 'Escape', run: () => navigate('/content') }]);
  return (
    <>
      <p className={`mb-1 ${page.back}`}>
        <a href="/content">Back to the list</a>
      </p>
      <Loaded query={content} title="Words" failure="The words of the site cannot be shown" rows={5}>
        {(shown) => (
          <Loaded query={draft} title="Words" failure="This change cannot be shown" rows={5}>
            {(change) => <Editor content={shown} change={change} />}
          </Loaded>
        )}
      </Loaded>
    </>
  );
}

const widths = [
  ['390', 'Phone'],
  ['1440', 'Desk'],
] as const;

function Editor({ content, change }: { content: Content; change: DraftPage }) {
  const [path, setPath] = useState('/');
  const [width, setWidth] = useState<(typeof widths)[number][0]>('1440');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState<{ path: string; text: string }>();
  const mayChange = useMay(changeContent);
  const parts = content.pages.find((one) => one.path === path)?.parts;
  // A press on a picture gives the path of its alternative text, because the page contains only that.
  const fields = chosen.flatMap((one) => {
    const src = `${one.slice(0, one.lastIndexOf('.'))}.src`;
    const picture = fieldIn(content, src);
    return [picture?.picture?.alt === one ? picture : [], fieldIn(content, one) ?? []].flat().filter(({ kind }) => kind !== 'list');
  });
  const lists = [...new Map(chosen.flatMap((one) => listsOf(content, one)).map((list) => [list.path, list])).values()];
  return (
    <>
      <ViewHead
        title={change.title}
        about={`Press a text or a picture on the page to ${mayChange ? 'change' : 'read'} it. Nothing is public until it is published.`}
      />
      <div className={styles.editor}>
        <div className="stack gap-1 min-w-0 content-start">
          <div className="row wraps gap-2">
            <SelectField
              label="Page"
              items={content.pages.map((one) => [one.path, one.path.startsWith('/') ? `${one.path}  ${one.title}` : one.title] as const)}
              value={path}
              onChange={(event) => setPath(event.target.value)}
            />
            <div className={styles.widths}>
              <ToggleRow label="Width" items={widths} pressed={width} onPress={setWidth} />
            </div>
          </div>
          {path.startsWith('mail:') && mayChange && <TryMail draft={change.id} page={path} />}
          {parts === undefined ? (
            <PageFrame
              address={`/api/content/drafts/${change.id}/page?page=${encodeURIComponent(path)}&revision=${change.revision}`}
              page={path}
              width={Number(width)}
              onChoose={setChosen}
              chosen={chosen}
              typed={typed}
            />
          ) : (
            <FieldSheet content={content} change={change} parts={parts} />
          )}
        </div>
        <div className="stack gap-3 min-w-0 content-start">
          <FindText content={content} change={change} onChoose={(one) => setChosen([one])} />
          <DraftFields fields={fields} content={content} change={change} onType={setTyped} />
          {lists.map(
            (list) =>
              mayChange &&
              list.items !== undefined && (
                <ListEditor
                  key={list.path}
                  field={{ ...list, items: list.items }}
                  content={content}
                  change={change}
                  onChoose={(one) => setChosen([one])}
                />
              ),
          )}
          <PublishChange content={content} change={change} onChoose={(one) => setChosen([one])} />
          <PreviewLinks of={`words ${change.id}`} />
        </div>
      </div>
    </>
  );
}

/** Finds texts and pictures, also those that the preview does not show: of dialogs, of other states, for search engines. */
function FindText({ content, change, onChoose }: { content: Content; change: DraftPage; onChoose: (path: string) => void }) {
  const [wanted, setWanted] = useState('');
  const found = wanted.trim().length < 2 ? [] : content.fields.filter((field) => matches(field, change, wanted.trim().toLowerCase()));
  return (
    <div className="stack gap-1">
      <SearchField
        label="Find a text or a picture"
        placeholder="Find a text, also of dialogs and search engines"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      {wanted.trim().length >= 2 && found.length === 0 && <p className="quiet">Nothing on the site has that.</p>}
      <ul className={`stack gap-1 ${styles.found}`}>
        {found.slice(0, MOST).map((field) => (
          <li key={field.path}>
            <button type="button" className="breaks" onClick={() => onChoose(field.path)}>
              {foundWords(field, valueIn(change, field))}
              <span className="faint">{field.title ?? pathWords(field.path)}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length > MOST && <p className="quiet">And {found.length - MOST} more: type more of it.</p>}
    </div>
  );
}

const MOST = 20;

function foundWords({ kind, picture }: ShownField, value: string | number): string {
  if (picture !== undefined) return 'A picture';
  if (kind === 'choice') return questionUses[value as QuestionUse];
  return kind === 'list' ? 'A list' : String(value).slice(0, 120);
}

function matches(field: ShownField, change: DraftPage, wanted: string): boolean {
  return `${valueIn(change, field)} ${field.title ?? ''} ${pathWords(field.path)}`.toLowerCase().includes(wanted);
}
