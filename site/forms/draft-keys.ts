/** Before a form's name, in the key under which sessionStorage has what was typed in it. */
export const DRAFT_PREFIX = 'draft:';

/** Whether something was typed in this tab that no form has sent. */
export function hasDrafts(): boolean {
  try {
    return Object.keys(sessionStorage).join().includes(DRAFT_PREFIX);
  } catch {
    return false;
  }
}
