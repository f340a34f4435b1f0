import { useState } from 'react';
import type { DeskLeadPage } from '../../../contract/desk/lead-facts.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { FormFoot } from '../../parts/desk-form.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { LeadTimeline, type TimelineProps } from './lead-timeline.tsx';
import { doneSince, readLeadWork, versionRead, type ReadWork } from './read-work.ts';
import { useColleagues } from './use-colleagues.ts';

type Page = Pick<DeskLeadPage, 'version' | 'timeline'>;

/** What the user has read of the page, its version, and what others did since. @param begun from the draft, if it was started earlier */
export function useRead(page: Page, begun: ReadWork | undefined) {
  const { id: me } = useSignedIn();
  const [opened] = useState(() => readLeadWork(page));
  const read = begun ?? opened;
  return { read, version: versionRead(page, read, me), since: doneSince(page, read, me) };
}

type ChangedProps = {
  page: Page & { section?: DeskLeadPage['section'] };
  since: DeskLeadPage['timeline'];
  words: TimelineProps['words'];
  /** The server's reason for not sending. */
  refused: string | undefined;
  /** Sends the answer based on the version that is shown now. */
  onInsist: () => void;
};

/** Shows what others did while an answer is written. The answer is sent only after the user has confirmed. */
export function ChangedSince({ page, since, words, refused, onInsist }: ChangedProps) {
  const { nameOf } = useColleagues();
  if (since.length === 0 && refused === undefined) return null;
  const answer = since.findLast(({ kind }) => kind === 'answered' || kind.startsWith('mail '));
  const title = answer === undefined ? 'Somebody changed it meanwhile' : `${nameOf(answer.actor)} answered meanwhile`;
  return (
    <Alert look="info" icon="info" title={title}>
      {refused !== undefined && <p>{refused}</p>}
      <LeadTimeline page={{ ...page, timeline: since }} words={words} />
      <FormFoot>
        <SmallButton variant="outline" onClick={onInsist}>
          Send it all the same
        </SmallButton>
      </FormFoot>
    </Alert>
  );
}
