import { createRoot, type Root } from 'react-dom/client';
import { whenEntriesGone } from '../../ui/close-on-back.ts';
import { ChoiceDialog } from '../frame/choice-dialog.tsx';
import { currentChoice, type Category } from '../frame/consent-choice.ts';
import { IslandRoot } from './island-root.tsx';

let root: Root | undefined;

/** Opens the cookie dialog. Closing it changes nothing. */
export function openConsentDialog(onDecide: (categories: readonly Category[]) => void): void {
  root ??= createRoot(document.body.appendChild(document.createElement('div')), { identifierPrefix: 'consent' });
  const current = root;
  const close = () => current.render(null);
  const decide = (categories: readonly Category[]) => {
    close();
    // Withdrawing consent reloads the page.
    whenEntriesGone(() => onDecide(categories));
  };
  current.render(
    <IslandRoot>
      <ChoiceDialog granted={currentChoice()?.categories ?? []} onDecide={decide} onClose={close} />
    </IslandRoot>,
  );
}
