import * as v from 'valibot';

/** Where a search found what it looked for: in what the visitor wrote, in a note, in why staff come back, in a CV. */
const places = ['message', 'note', 'come back', 'CV'] as const;

/** Why a search found a row: an excerpt of a text, in which the words that were looked for are marked. */
export const passageSchema = v.object({
  of: v.picklist(places),
  /** The excerpt in pieces, with its white space; `hit`: a piece that was looked for. */
  parts: v.array(v.object({ text: v.string(), hit: v.boolean() })),
});

export type Passage = v.InferOutput<typeof passageSchema>;

export const passageWords: Readonly<Record<Passage['of'], string>> = {
  message: 'Wrote',
  note: 'Note',
  'come back': 'Coming back',
  CV: 'CV',
};
