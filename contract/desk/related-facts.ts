import * as v from 'valibot';
import { leadRowSchema } from './lead-facts.ts';

const { id, name, email, request, createdAt, verified, suspectedSpam, state, owner } = leadRowSchema.entries;

const related = v.object({ id, name, email, request, createdAt, verified, suspectedSpam, state, owner });

/** Other requests that belong to a lead, newest first. */
export const relatedLeadsSchema = v.object({
  /** Of the same person under other addresses, as staff said. */
  person: v.array(related),
  /** Of other addresses at the domain; null: a mailbox provider's, whose addresses are many people's. */
  company: v.nullable(v.object({ domain: v.string(), leads: v.array(related), more: v.boolean() })),
});

export type RelatedFacts = v.InferOutput<typeof relatedLeadsSchema>;
export type RelatedLead = RelatedFacts['person'][number];
