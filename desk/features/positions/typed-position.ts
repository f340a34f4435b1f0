import * as v from 'valibot';
import type { listPositions } from '../../../contract/calls/desk/position-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';

const textNames = ['slug', 'id', 'title1', 'title2', 'textIntro', 'employmentType', 'datePosted', 'validThrough'] as const;
/** Optional fields of a position: empty if not given. */
const moreNames = ['remote', 'country', 'payFrom', 'payTo', 'payCurrency', 'payPer'] as const;
const listNames = ['textResponsibility', 'textSkills', 'textPersonal', 'textSoftware', 'textNiceToHave'] as const;
type Position = CallOutput<typeof listPositions>['positions'][number];

/** A position as the form has it: a list has one item per line. `version`: the version that the form started from. */
export const typedPosition = v.looseObject({
  ...v.entriesFromList([...textNames, ...listNames], v.string()),
  // Drafts that an earlier build stored lack these fields.
  ...v.entriesFromList(moreNames, v.optional(v.string(), '')),
  version: v.number(),
});
export type TypedPosition = Record<(typeof textNames)[number] | (typeof listNames)[number] | (typeof moreNames)[number], string> & {
  version: number;
};

const unsaid = { remote: '', country: '', payFrom: '', payTo: '', payCurrency: '', payPer: '' };

export function emptyPosition(): TypedPosition {
  const texts = { slug: '', title1: '', title2: '', textIntro: '', datePosted: new Date().toISOString().slice(0, 10), validThrough: '' };
  const lists = { textResponsibility: '', textSkills: '', textPersonal: '', textSoftware: '', textNiceToHave: '' };
  return { ...texts, ...lists, ...unsaid, id: '1', employmentType: 'FULL_TIME', version: 0 };
}

export function typedFrom({ posting, version }: Position): TypedPosition {
  const lists = Object.fromEntries(listNames.map((name) => [name, posting[name].join('\n')])) as Record<(typeof listNames)[number], string>;
  const more = Object.fromEntries(moreNames.map((name) => [name, String(posting[name] ?? '')])) as typeof unsaid;
  return { ...posting, ...lists, ...more, id: String(posting.id), version };
}

/** The input for the call, whose schema validates it. */
export function inputFrom(typed: TypedPosition): object {
  const lists = listNames.map((name) => [name, typed[name].split('\n').flatMap((line) => line.trim() || [])]);
  const { remote, country, payFrom, payTo, payCurrency, payPer, ...rest } = typed;
  return {
    ...rest,
    ...(Object.fromEntries(lists) as object),
    id: Number(typed.id),
    ...(remote !== '' && { remote: true }),
    ...(country !== '' && { country }),
    ...(payFrom.trim() !== '' && { payFrom: amountOf(payFrom) }),
    ...(payTo.trim() !== '' && { payTo: amountOf(payTo) }),
    ...(payCurrency.trim() !== '' && { payCurrency: payCurrency.trim().toUpperCase() }),
    ...(payPer !== '' && { payPer }),
  };
}

/** `45,000` and `45 000` are 45000. */
function amountOf(text: string): number {
  return Number(text.replace(/[\s,’']/g, ''));
}
