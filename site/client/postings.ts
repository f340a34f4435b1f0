import { dayOf } from '../../contract/job.ts';

/** What the pages about positions do by the day and the address: they were rendered before either was known. */
export function startPostings(): void {
  for (const posting of document.querySelectorAll<HTMLElement>('[data-until]')) {
    posting.hidden = posting.dataset['until']! < dayOf(Date.now());
  }
  showNotice();
  leadBack();
}

/** Why somebody who looked for a position is on the page of all of them. */
function showNotice() {
  const asked = new URLSearchParams(location.search).get('notice');
  for (const notice of document.querySelectorAll<HTMLElement>('[data-notice]')) notice.hidden = notice.dataset['notice'] !== asked;
}

/** The address names no open position: on to the open ones, with a word if it named any. */
function leadBack() {
  const known = document.querySelector<HTMLElement>('[data-no-position]')?.dataset['noPosition'];
  if (known === undefined) return;
  const asked = new URLSearchParams(location.search).get('position');
  const notice = known.split(' ').includes(asked ?? '') ? 'closed' : 'unknown';
  location.replace(asked ? `/careers?notice=${notice}` : '/careers');
}
