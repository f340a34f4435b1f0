import { OPENED_PATH } from '../../contract/opened-form.ts';
import { pageSetting } from '../frame/page-setting.ts';

const reported = new Set<string>();

/** Reports to the server that a caller's form was opened: a count for the company, with no data about the visitor. */
export function reportOpened(caller: string): void {
  if (reported.has(caller)) return;
  reported.add(caller);
  navigator.sendBeacon?.(pageSetting('api') + OPENED_PATH, caller);
}
