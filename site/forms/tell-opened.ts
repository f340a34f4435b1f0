import { OPENED_PATH } from '../../contract/opened-form.ts';
import { pageSetting } from '../frame/page-setting.ts';

const told = new Set<string>();

/** Tells the server that a form was opened, by what opened it: a number for the company, and nothing of whoever reads. */
export function tellOpened(caller: string): void {
  if (told.has(caller)) return;
  told.add(caller);
  navigator.sendBeacon?.(pageSetting('api') + OPENED_PATH, caller);
}
