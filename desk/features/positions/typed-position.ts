import * as v from 'valibot';
import type { listPositions } from '../../../contract/calls/desk/position-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';

const textNames = ['slug', 'id', 'title1', 'title2', 'textIntro', 'employmentType', 'datePosted', 'validThrough'] as const;
const listNames = ['textResponsibility', 'textSkills', 'textPersonal', 'textSoftware', 'textNiceToHave'] as const;
type Position = CallOutput<typeof listPositions>['positions'][number];

/** A position as the form has it: a list has one item per line. `version`: the version that the form started from. */
export const typedPosition = v.looseObject({
  ...v.entriesFromList([...textNames, ...listNames], v.string()),
  version: v.number(),
});
export type TypedPosition = Record<(typeof textNames)[number] | (typeof listNames)[number], string> & { version: number };

export function emptyPosition(): TypedPosition {
  const texts = { slug: '', title1: '', title2: '', textIntro: '', datePosted: new Date().toISOString().slice(0, 10), validThrough: '' };
  const lists = { textResponsibility: '', textSkills: '', textPersonal: '', textSoftware: '', textNiceToHave: '' };
  return { ...texts, ...lists, id: '1', employmentType: 'FULL_TIME', version: 0 };
}

export function typedFrom({ posting, version }: Position): TypedPosition {
  const lists = Object.fromEntries(listNames.map((name) => [name, posting[name].join('\n')])) as Record<(typeof listNames)[number], string>;
  return { ...posting, ...lists, id: String(posting.id), version };
}

/** The input for the call, whose schema validates it. */
export function inputFrom(typed: TypedPosition): object {
  const lists = listNames.map((name) => [name, typed[name].split('\n').flatMap((line) => line.trim() || [])]);
  return { ...typed, ...(Object.fromEntries(lists) as object), id: Number(typed.id) };
}
