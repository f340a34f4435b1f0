import { showLoadFailure } from './load-failure.ts';
import { withProgress } from './progress.ts';
import { tellOpened } from '../forms/tell-opened.ts';
import { whenShown } from './when-shown.ts';

/** What opens the dialog: links to its forms as pages (site/frame/contact-button.tsx). */
export const OPENERS = 'a[href^="/form/"]';

/**
 * Opens the contact dialog for a caller; its code comes with the first one.
 * @param about `data-about` of the button
 * @param page the same form as a page, to lead to where the code does not come; without it the page says so, with a way to try again
 */
export async function openContactDialog(caller: string, about?: string, page?: string): Promise<void> {
  try {
    (await withProgress(loadContactDialog())).showContactDialog(caller, about);
    tellOpened(caller);
  } catch {
    if (page) location.assign(page);
    else showLoadFailure(`form=${caller}`);
  }
}

export function loadContactDialog() {
  return import('../islands/contact-dialog.tsx');
}

/** `/#form=<caller>`: how pages without scripts, and mails, lead to a form. */
export function openLinkedForm(): void {
  const caller = /^#form=([A-Za-z0-9_-]{1,64})$/.exec(location.hash)?.[1];
  if (!caller) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  const button = document.querySelector<HTMLAnchorElement>(`a[href^="/form/${caller}"]`);
  whenShown(() => {
    // Where the reader goes on once it is closed.
    button?.focus({ preventScroll: true });
    // What was tried again, and fails again, an older browser cannot run.
    void openContactDialog(caller, button?.dataset['about'], button?.href ?? `/form/${caller}`);
  });
}
