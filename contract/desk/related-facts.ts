import * as v from 'valibot';
import { leadRowSchema } from './lead-facts.ts';

const { id, name, email, request, createdAt, verified, suspectedSpam, state, owner } = leadRowSchema.entries;

const related = v.object({ id, name, email, request, createdAt, verified, suspectedSpam, state, owner });

/** Other requests that belong to a lead, newest first. */
export const relatedLeadsSchema = v.object({
  /** From other addresses that staff linked to the same person. */
  person: v.array(related),
  /** From other addresses at the same domain; null if it is a mailbox provider's, which many people share. */
  company: v.nullable(v.object({ domain: v.string(), leads: v.array(related), more: v.boolean() })),
});

export type RelatedFacts = v.InferOutput<typeof relatedLeadsSchema>;
export type RelatedLead = RelatedFacts['person'][number];
