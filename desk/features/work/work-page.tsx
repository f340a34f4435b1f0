import type { ReactNode } from 'react';
import type { DeskLeadPage } from '../../../contract/desk/lead-facts.ts';
import { listAddress } from '../../router/list-address.ts';
import { navigate } from '../../router/navigation.ts';
import { useCall } from '../../data/queries.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { Loading } from '../../parts/loading.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { thisOne } from './lead-words.ts';
import { NotHere } from './not-here.tsx';
import { useChanges } from './use-changes.ts';
import { useListPlace } from './use-list-place.ts';
import { useReadNotices } from './use-notices.ts';
import type { WorkSection } from './work-section.ts';
import styles from './work-page.module.css';

type PageProps = {
  of: WorkSection;
  id: string;
  /** `Lead`. */
  name: string;
  children: (page: DeskLeadPage) => ReactNode;
};

/** The page of one lead or message. The `key` gives each a fresh component, so that no state of the previous one remains. */
export function WorkPage(props: PageProps) {
  useChanges(props.of, props.id);
  return <OnePage key={props.id} {...props} />;
}

function OnePage({ of, id, name, children }: PageProps) {
  const { data: page, error, refetch } = useCall(of.read, { id });
  const { go } = useListPlace(of.path, id);
  useReadNotices(page?.id);
  const group = thisOne[of.section];
  useCommands([
    { id: 'next', title: 'Next of the list', group, keys: 'j', run: () => go(1) },
    { id: 'previous', title: 'Previous of the list', group, keys: 'k', run: () => go(-1) },
    { id: 'back', title: 'Back to the list', group, keys: 'Escape', run: () => navigate(listAddress(of.path)) },
  ]);
  if (error?.kind === 'missing') return <NotHere id={id} title={name} path={listAddress(of.path)} />;
  if (page === undefined) {
    return (
      <>
        <ViewHead title={name} />
        <FaultAlert fault={error} title="This cannot be shown" onRetry={() => void refetch()} />
        {error === null && <Loading rows={5} />}
      </>
    );
  }
  return (
    <>
      <p className={styles.back}>
        <a href={listAddress(of.path)}>Back to the list</a>
      </p>
      {children(page)}
    </>
  );
}
