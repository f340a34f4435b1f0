import { useState } from 'react';
import type { DeskLeadPage } from '../../../contract/desk/lead-facts.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { FormFoot } from '../../parts/desk-form.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { LeadTimeline, type TimelineProps } from './lead-timeline.tsx';
import { doneSince, readLeadWork, versionRead, type ReadWork } from './read-work.ts';
import { useColleagues } from './use-names.ts';

type Page = Pick<DeskLeadPage, 'version' | 'timeline'>;

/** What was read of a page when its answer was begun. @param begun of a draft that was begun earlier */
export function useRead(page: Page, begun: ReadWork | undefined) {
  const { id: me } = useSignedIn();
  const [opened] = useState(() => readLeadWork(page));
  const read = begun ?? opened;
  return { read, version: versionRead(page, read, me), since: doneSince(page, read, me) };
}

type ChangedProps = {
  page: Page & { section?: DeskLeadPage['section'] };
  since: DeskLeadPage['timeline'];
  words?: TimelineProps['words'];
  /** What the server said when an answer was sent. */
  refused: string | undefined;
  /** Sends it upon the version that is shown now. */
  onInsist: () => void;
};

/** Says, while an answer is written, what others did meanwhile; it leaves only once whoever writes has decided. */
export function ChangedSince({ page, since, words, refused, onInsist }: ChangedProps) {
  const { nameOf } = useColleagues();
  if (since.length === 0 && refused === undefined) return null;
  const answer = since.findLast(({ kind }) => kind === 'answered' || kind.startsWith('mail '));
  const title = answer === undefined ? 'Somebody changed it meanwhile' : `${nameOf(answer.actor)} answered meanwhile`;
  return (
    <Alert look="info" icon="info" title={title}>
      {refused !== undefined && <p>{refused}</p>}
      <LeadTimeline page={{ ...page, timeline: since }} {...(words && { words })} />
      <FormFoot>
        <SmallButton variant="outline" onClick={onInsist}>
          Send it all the same
        </SmallButton>
      </FormFoot>
    </Alert>
  );
}
