import * as v from 'valibot';

/** Where a search found what it looked for: in what the visitor wrote, in a note, in why staff come back, in a CV. */
const places = ['message', 'note', 'come back', 'CV'] as const;

/** Why a row is among what a search found: a few words of the text, with those that were looked for apart. */
export const passageSchema = v.object({
  of: v.picklist(places),
  /** In order, with white space; `hit`: it is what was looked for. */
  parts: v.array(v.object({ text: v.string(), hit: v.boolean() })),
});

export type Passage = v.InferOutput<typeof passageSchema>;

export const passageWords: Readonly<Record<Passage['of'], string>> = {
  message: 'Wrote',
  note: 'Note',
  'come back': 'Coming back',
  CV: 'CV',
};
