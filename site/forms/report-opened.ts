import { OPENED_PATH } from '../../contract/opened-form.ts';
import { pageSetting } from '../frame/page-setting.ts';
import { pageOrigin } from './attribution.ts';

const reported = new Set<string>();

/** Reports to the server that a caller's form was opened: a count for the company, with no data about the visitor. */
export function reportOpened(caller: string): void {
  if (reported.has(caller)) return;
  reported.add(caller);
  navigator.sendBeacon?.(pageSetting('api') + OPENED_PATH, JSON.stringify({ caller, ...pageOrigin(true) }));
}
