import * as v from 'valibot';
import { envelopeSchema, type Attribution } from '../../contract/api.ts';
import type { NamedAbout } from '../../contract/callers.ts';
import type { Answers } from '../../contract/forms/form.ts';
import { jsonColumn, jsonObject } from '../store/json-column.ts';
import type { LeadEventRow, LeadRow } from '../store/schema.ts';

const answersSchema = v.record(v.string(), v.string());
const { attribution, about } = envelopeSchema.entries;
const attributionSchema = v.looseObject(attribution.wrapped.entries);
const aboutSchema = v.object({ ...about.wrapped.entries, name: v.string() });

/** Fields in the details of history entries; each kind of entry has some of them. */
const detailSchema = v.looseObject({
  from: v.nullish(v.string()),
  to: v.nullish(v.string()),
  reason: v.nullish(v.string()),
  paper: v.optional(v.string()),
  purpose: v.optional(v.string()),
  suspectedSpam: v.optional(v.unknown()),
});

/** @throws when the column cannot be parsed, like the other readers here */
export function answersOf({ answers }: Pick<LeadRow, 'answers'>): Answers {
  return jsonColumn(answersSchema, answers);
}

export function attributionOf({ attribution }: Pick<LeadRow, 'attribution'>): Attribution {
  return jsonColumn(attributionSchema, attribution);
}

export function namedAboutIn(column: string): NamedAbout {
  return jsonColumn(aboutSchema, column);
}

export function eventDetailOf({ detail }: Pick<LeadEventRow, 'detail'>): v.InferOutput<typeof detailSchema> {
  return jsonColumn(detailSchema, detail);
}

/** Replaces columns that cannot be parsed by empty ones, so that one broken row does not fail a whole list. */
export function readable<Row extends Pick<LeadRow, 'answers'> & Partial<Pick<LeadRow, 'attribution' | 'about'>>>(lead: Row): Row {
  const { answers, attribution: source, about: topic } = lead;
  const texts = Object.entries(jsonObject(answers)).filter(([, value]) => typeof value === 'string');
  return {
    ...lead,
    answers: JSON.stringify(Object.fromEntries(texts)),
    ...(source !== undefined && !v.is(attributionSchema, jsonObject(source)) && { attribution: '{}' }),
    ...(topic && !v.is(aboutSchema, jsonObject(topic)) && { about: null }),
  };
}
