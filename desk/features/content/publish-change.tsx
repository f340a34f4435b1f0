import { useState } from 'react';
import { discardContent, publishContent, readContent, readContentDraft } from '../../../contract/calls/desk/content-calls.ts';
import { refresh, useChange } from '../../data/queries.ts';
import { May } from '../../account/may.tsx';
import { DeskForm, FormFoot, Tick } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { Moment } from '../../parts/moment.tsx';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { navigate } from '../../router/navigation.ts';
import { ContentValue } from './content-value.tsx';
import { countChanges, fieldIn, itemWords, listChanges, pathWords, type Content, type DraftPage } from './content-words.ts';
import { PublishTime, SecondPerson, usePublishTime } from './publish-parts.tsx';
import styles from './content.module.css';

type PublishProps = { content: Content; change: DraftPage; onChoose: (path: string) => void };

/** The changes of a draft, text by text, and the buttons that publish or drop the draft. */
export function PublishChange({ content, change, onChoose }: PublishProps) {
  // Lists within a new item are left out: only the texts in them are listed.
  const changed = change.changed.filter(({ path, before }) => before !== '' || fieldIn(content, path)?.kind !== 'list');

  return (
    <section className={`stack gap-2 ${styles.decide}`} aria-labelledby="changed">
      <h2 id="changed">{changed.length === 0 ? 'Nothing is changed yet' : countChanges(changed.length)}</h2>
      <ol className={`stack gap-2 ${styles.list}`}>
        {changed.map(({ path, before, after, overtaken, fault }) => (
          <li key={path} className="stack gap-half breaks">
            <button type="button" className={styles.choose} onClick={() => onChoose(path)}>
              {fieldIn(content, path)?.title ?? pathWords(path)}
            </button>
            <Changed content={content} change={change} path={path} before={before} after={after} />
            {overtaken && <p className={styles.warn}>Other words were published here since this was written.</p>}
            {fault !== null && <p className={styles.warn}>{fault}</p>}
          </li>
        ))}
      </ol>
      <May call={publishContent}>
        <Decide change={change} />
      </May>
    </section>
  );
}

type ChangedProps = { content: Content; change: DraftPage; path: string; before: string | number; after: string | number };

/** What one field was and will be. */
function Changed({ content, change, path, before, after }: ChangedProps) {
  const field = fieldIn(content, path);
  if (field?.kind === 'list') {
    const lines = listChanges(before, after, (key) => itemWords(content, change, `${path}.${key}`).text);
    return lines.map((line) => <p key={line}>{line}</p>);
  }
  return (
    <>
      {before !== '' && (
        <p>
          <del className="quiet">
            <ContentValue field={field} value={before} />
          </del>
        </p>
      )}
      <p>
        <ins>
          <ContentValue field={field} value={after} />
        </ins>
      </p>
    </>
  );
}

function Decide({ change: { id, title, changed, revision, own, publishAt } }: { change: DraftPage }) {
  const overtaken = changed.filter((one) => one.overtaken).map(({ path }) => path);
  const [looked, setLooked] = useState(false);
  const publish = useChange(publishContent, {
    changes: [readContent],
    onDone: ({ version }) => {
      if (version === 0) void refresh(readContentDraft);
      notify(version === 0 ? `${title} goes public at its time.` : `${title} is public. Visitors see it within two seconds.`);
      if (version > 0) navigate('/content');
    },
  });
  const discard = useChange(discardContent, {
    changes: [readContent],
    onDone: () => {
      notify('The change is dropped. The site is as it was.');
      navigate('/content');
    },
  });
  const time = usePublishTime(publish);
  const blocked = own || changed.length === 0;
  return (
    <DeskForm
      onSend={(form) => {
        if (!blocked && time.check(form)) publish.mutate({ draft: id, revision, confirmed: looked ? overtaken : [], ...time.when });
      }}
    >
      <FaultAlert fault={time.otherFault ?? discard.error} title="Not done" />
      {overtaken.length > 0 && (
        <Tick isOn={looked} onChange={setLooked}>
          I looked at what was published meanwhile; this goes in its place
        </Tick>
      )}
      {publishAt !== null && (
        <p>
          It goes public <Moment at={publishAt} />. A further change takes that back.
        </p>
      )}
      <PublishTime time={time} />
      <FormFoot>
        <SmallButton type="submit" busy={publish.isPending} aria-disabled={blocked} aria-describedby="why-not">
          {time.typed === '' ? 'Publish' : 'Publish then'}
        </SmallButton>
        <SmallButton variant="outline" busy={discard.isPending} onClick={() => discard.mutate({ draft: id })}>
          Discard
        </SmallButton>
      </FormFoot>
      <SecondPerson isOwn={own && changed.length > 0} />
    </DeskForm>
  );
}
