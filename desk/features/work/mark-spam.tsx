import { lazy, Suspense, useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { useChange } from '../../data/queries.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { someOf } from './left-words.ts';
import type { SpamProps } from './mark-spam-form.tsx';

// Loaded when it is opened.
const SpamForm = lazy(async () => ({ default: (await import('./mark-spam-form.tsx')).SpamForm }));

/** Marks the open request as spam, alone or with all similar ones. */
export function MarkSpam({ of, page }: SpamProps) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  if (page.suspectedSpam || page.sample) return null;
  return (
    <>
      <SmallButton variant="outline" onClick={() => setAsking(true)}>
        Spam…
      </SmallButton>
      <Dialog open={asking} onClose={close} title="Mark as spam" size="narrow">
        <Suspense>
          <SpamForm of={of} page={page} onClose={close} />
        </Suspense>
      </Dialog>
    </>
  );
}

/** Releases all requests that were marked as spam together. */
export function ReleaseFlood({ of, page }: SpamProps) {
  const release = useChange(of.releaseFlood, {
    changes: [of.read, ...of.lists, ...of.counts],
    onDone: ({ released }) =>
      notify(
        `Not spam: ${someOf(of.section, released)}. The mails that were withheld are sent${of.section === 'lead' ? '; meetings stay cancelled' : ''}.`,
      ),
  });
  if (!page.suspectedSpam || page.markedWith === 0) return null;
  return (
    <>
      <SmallButton variant="outline" busy={release.isPending} onClick={() => release.mutate({ id: page.id })}>
        Not spam: all {page.markedWith + 1} marked together
      </SmallButton>
      <FaultAlert fault={release.error} title="Not changed" />
    </>
  );
}
