import { createRoot, type Root } from 'react-dom/client';
import { ChoiceDialog } from '../frame/choice-dialog.tsx';
import { currentChoice, type Category } from '../frame/consent-choice.ts';
import { IslandRoot } from './island-root.tsx';

let root: Root | undefined;

/** Opens the choice of cookies. Closing it decides nothing. */
export function openConsentDialog(onDecide: (categories: readonly Category[]) => void): void {
  root ??= createRoot(document.body.appendChild(document.createElement('div')), { identifierPrefix: 'consent' });
  const current = root;
  const close = () => current.render(null);
  const decide = (categories: readonly Category[]) => {
    close();
    // The dialog's entry of the history goes first: a page that is to be loaded again at that moment would stay as it is.
    if (isInHistory()) addEventListener('popstate', () => onDecide(categories), { once: true });
    else onDecide(categories);
  };
  current.render(
    <IslandRoot>
      <ChoiceDialog granted={currentChoice()?.categories ?? []} onDecide={decide} onClose={close} />
    </IslandRoot>,
  );
}

/** As ui/close-on-back.ts has it. */
function isInHistory(): boolean {
  return Boolean((history.state as { dialogs?: number } | null)?.dialogs);
}
