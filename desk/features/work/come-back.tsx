import { lazy, Suspense, useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { useCommands } from '../../keyboard/commands.ts';
import { dateOfDay } from '../../parts/moment-words.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import type { Section } from './sections.ts';

// Loaded when it is opened.
const ComeBackForm = lazy(async () => ({ default: (await import('./come-back-form.tsx')).ComeBackForm }));

type Kept = { comeBack: string | null; comeBackWhy: string | null };
type ComeBackProps = { of: Pick<Section, 'thisOne'>; page: Kept & { id: string }; ask: (words: string, change: Kept) => void };

/** The day on which staff come back to the open request, and the button and the key to set it. */
export function ComeBack({ of, page: { id, comeBack, comeBackWhy }, ask }: ComeBackProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  useCommands([
    {
      id: 'come back',
      title: 'Come back on a day',
      group: of.thisOne,
      keys: 'b',
      also: 'remind later snooze date',
      run: () => setOpen(true),
    },
  ]);
  const set = (day: string | null, why: string) => {
    close();
    ask(day === null ? 'no date to come back' : `to come back on ${dateOfDay(day)}`, { comeBack: day, comeBackWhy: why || null });
  };
  return (
    <>
      <SmallButton variant="outline" title={comeBackWhy ?? undefined} onClick={() => setOpen(true)}>
        {comeBack === null ? 'Come back…' : `Come back ${dateOfDay(comeBack)}`}
      </SmallButton>
      <Dialog open={isOpen} onClose={close} title="When to come back" size="narrow" closesOutside={false}>
        <Suspense>
          <ComeBackForm id={id} comeBack={comeBack} why={comeBackWhy} onSet={set} />
        </Suspense>
      </Dialog>
    </>
  );
}
