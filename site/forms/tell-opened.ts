import { OPENED_PATH } from '../../contract/opened-form.ts';
import { pageSetting } from '../frame/page-setting.ts';

const told = new Set<string>();

/** Reports to the server that a caller's form was opened: a count for the company, with no data about the visitor. */
export function tellOpened(caller: string): void {
  if (told.has(caller)) return;
  told.add(caller);
  navigator.sendBeacon?.(pageSetting('api') + OPENED_PATH, caller);
}
