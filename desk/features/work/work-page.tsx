import { useEffect, type ReactNode } from 'react';
import { navigate } from '../../router/navigation.ts';
import { listAddress } from '../../router/list-address.ts';
import { useCall } from '../../data/queries.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { writeDraft } from '../../parts/drafts.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { useListPosition, type ListPosition } from './list-walk.ts';
import type { Section } from './sections.ts';
import { useChanges } from './use-changes.ts';
import { useReadNotices } from './use-notices.ts';
import { SpamAlert } from './work-parts.tsx';
import styles from './work-page.module.css';

/** What the head of every page shows. */
type Page = { id: string; createdAt: number; suspectedSpam: boolean; spamReason: string | null };

type PageProps<P> = {
  of: Section<P>;
  id: string;
  /** The heading; below it a line of `about`, the time of the request, and the marks. */
  head: (page: P) => { title: string; about: string; marks: ReactNode };
  children: (page: P, list: ListPosition) => ReactNode;
};

/** The page of one request. The `key` gives each a fresh component, so that no state of the previous one remains. */
export function WorkPage<P extends Page>(props: PageProps<P>) {
  useChanges(props.of, props.id);
  return <OnePage key={props.id} {...props} />;
}

function OnePage<P extends Page>({ of, id, head, children }: PageProps<P>) {
  const { thisOne: group, title, path } = of;
  const query = useCall(of.read, { id });
  const list = useListPosition(path, id);
  useReadNotices(query.data?.id);
  useCommands([
    { id: 'next', title: 'Next of the list', group, keys: 'j', run: () => list.go(1) },
    { id: 'previous', title: 'Previous of the list', group, keys: 'k', run: () => list.go(-1) },
    { id: 'back', title: 'Back to the list', group, keys: 'Escape', run: () => navigate(listAddress(path)) },
  ]);
  if (query.error?.kind === 'missing') return <NotHere id={id} title={title} path={listAddress(path)} />;
  return (
    <Loaded query={query} title={title} failure="This cannot be shown" rows={5}>
      {(page) => {
        const shown = head(page);
        const about = (
          <span className={styles.about}>
            <span>
              {shown.about}, <Moment at={page.createdAt} />
            </span>
            {shown.marks}
          </span>
        );
        return (
          <>
            <p className={`mb-1 ${styles.back}`}>
              <a href={listAddress(path)}>Back to the list</a>
            </p>
            <ViewHead title={shown.title} about={about} />
            <SpamAlert page={page} />
            {children(page, list)}
          </>
        );
      }}
    </Loaded>
  );
}

/** Shown for a page that does not exist or was erased while open. It also removes the drafts for it. */
function NotHere({ id, title, path }: { id: string; title: string; path: string }) {
  useEffect(() => {
    for (const kind of ['note', 'answer']) writeDraft(`${kind} ${id}`, '');
  }, [id]);
  return (
    <>
      <ViewHead title={`${title} not here`} />
      <p role="alert">It was erased, or there never was one at this address. Nothing of it is shown any more.</p>
      <p>
        <a href={path}>Back to the list</a>
      </p>
    </>
  );
}
