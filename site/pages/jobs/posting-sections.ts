import { grouped } from '../../../contract/figures/format.ts';
import { countries } from '../../../contract/countries.ts';
import type { payPeriods, Posting } from '../../../contract/posting.ts';
import { careers } from '../../content/careers.ts';

type Part = { key: string; title: string; text: string | readonly string[] };

export function postingSections(posting: Posting): Part[] {
  const keys = Object.keys(careers.parts) as (keyof typeof careers.parts)[];
  return keys.filter((key) => posting[key].length > 0).map((key) => ({ key, title: careers.parts[key], text: posting[key] }));
}

/** The paragraphs of a text, which empty lines part. */
export function paragraphsOf(text: string): string[] {
  return text.split(/\r?\n\s*\n/);
}

/** The place of work: the first half of 'location | department'. */
export function cityOf({ title1 }: Posting): string {
  return title1.split(' | ')[0] ?? title1;
}

/** The country's name, where the position names one. */
export function countryOf({ country }: Posting): string | undefined {
  return countries.find(([, iso2]) => iso2 === country)?.[0];
}

/** The place of work, with its country if the position names one; for a remote position, that it is remote and in which country. */
export function whereWords(posting: Posting): string {
  const country = countryOf(posting);
  if (posting.remote === true) return country === undefined ? careers.where.remote : `${careers.where.remoteIn} ${country}`;
  return country === undefined ? cityOf(posting) : `${cityOf(posting)}, ${country}`;
}

export type Pay = { from: number; to: number; currency: string; per: (typeof payPeriods)[number] };

export function payOf({ payFrom: from, payTo: to, payCurrency: currency, payPer: per }: Posting): Pay | undefined {
  return from === undefined || to === undefined || currency === undefined || per === undefined ? undefined : { from, to, currency, per };
}

/** `EUR 45,000 to 60,000 gross a year`. */
export function payWords({ from, to, currency, per }: Pay): string {
  const amounts = [...new Set([from, to])].map((amount) => grouped(amount)).join(` ${careers.pay.to} `);
  return `${currency} ${amounts} ${careers.pay[per]}`;
}
