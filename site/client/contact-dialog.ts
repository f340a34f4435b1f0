import { showLoadFailure } from './load-failure.ts';
import { withProgress } from './progress.ts';
import { reportOpened } from '../forms/report-opened.ts';
import { whenShown } from './when-shown.ts';

/** Elements that open the dialog: links to the forms' pages (site/frame/contact-button.tsx). */
export const OPENERS = 'a[href^="/form/"]';

/**
 * Opens the contact dialog for a caller; its code is loaded on first use.
 * @param about `data-about` of the button
 * @param page the form's page, to go to if the code cannot be loaded; without it an error with a button to try again is shown
 */
export async function openContactDialog(caller: string, about?: string, page?: string): Promise<void> {
  try {
    (await withProgress(loadContactDialog())).showContactDialog(caller, about);
    reportOpened(caller);
  } catch {
    if (page) location.assign(page);
    else showLoadFailure(`form=${caller}`);
  }
}

export function loadContactDialog() {
  return import('../islands/contact-dialog.tsx');
}

/** Opens the form of `/#form=<caller>`, the link that mails and pages without scripts use. */
export function openLinkedForm(): void {
  const caller = /^#form=([A-Za-z0-9_-]{1,64})$/.exec(location.hash)?.[1];
  if (!caller) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  const button = document.querySelector<HTMLAnchorElement>(`a[href^="/form/${caller}"]`);
  whenShown(() => {
    // The dialog returns the focus to this button when it closes.
    button?.focus({ preventScroll: true });
    // If loading failed even after a retry, the browser may be too old for the code: go to the form's page.
    void openContactDialog(caller, button?.dataset['about'], button?.href ?? `/form/${caller}`);
  });
}
