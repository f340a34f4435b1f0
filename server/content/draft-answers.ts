import { fieldFault, type ContentField } from '../../contract/content-fields.ts';
import { staffPicture } from '../../contract/pictures.ts';
import { HttpRefusal } from '../http/desk-answers.ts';
import type { StaffCaller } from '../http/desk-route.ts';
import { settingFault } from '../settings/company-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { isSitePage } from './site-addresses.ts';
import type { TextActor, TextChanged } from './text-drafts.ts';

export function actor(who: StaffCaller, now: () => number): TextActor {
  return {
    account: who.accountId,
    at: now(),
    record: (tx, { id, detail }) => who.record(tx, { subject: { kind: 'content', id }, detail }),
  };
}

export function gone(): HttpRefusal {
  return new HttpRefusal(404, { detail: 'This change was published or discarded.' });
}

/** Milliseconds by which a time of publication may be past: it is given in whole minutes, and one may pass while somebody presses. */
const PRESSING = 2 * 60_000;

/** The refusal of a time of publication that is past, such as one with a mistyped year: its words would be public at once. */
export function pastTime(at: number | undefined, now: number): HttpRefusal | undefined {
  return at === undefined || at > now - PRESSING
    ? undefined
    : new HttpRefusal(422, { title: 'Not published', errors: { at: 'This time is past' } });
}

/** The answer to a call that changes a draft. */
export function changedOr(done: TextChanged): { revision: number } | HttpRefusal {
  if (done.ok) return { revision: done.revision };
  if (done.cause === 'missing') return gone();
  if (done.cause === 'refused') return new HttpRefusal(422, { detail: done.why });
  const isPicture = staffPicture(String(done.now)) !== undefined;
  const detail = isPicture ? 'A colleague put another picture here meanwhile' : `A colleague changed this text meanwhile, to: ${done.now}`;
  return new HttpRefusal(409, { detail });
}

/** @param decorative whether an alternative text may be empty: the desk asks for this when a picture is uploaded; typing alone may not empty one */
export function valueFault(field: ContentField, value: string | number, settings: Settings, decorative = true): string | undefined {
  if (value === field.shipped) return undefined;
  return (
    fieldFault(field, value, { isPage: isSitePage, forbidden: settings.FORBIDDEN_CLAIMS, decorative }) ??
    settingFault(field, String(value), settings)
  );
}
