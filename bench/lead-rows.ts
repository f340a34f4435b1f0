import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
} from 'kysely';
import * as v from 'valibot';
import { contactForms } from '../contract/forms/contact.ts';
import { soundAnswers } from '../contract/forms/sound-answers.testing.ts';
import { defineJob } from '../server/queue/job.ts';
import { jobRow } from '../server/queue/job-queue.ts';
import { insertLeads } from '../server/leads/lead-repository.ts';
import { parseSubmission, type SubmissionTarget } from '../server/leads/parse-submission.ts';
import type { Schema } from '../server/store/schema.ts';

/** The mail job of a lead as the server enqueues it; it is never run here. */
const mail = defineJob({ name: 'leads.verification-mail', payload: v.object({ leadId: v.string() }), run: async () => undefined });

// Not taken from the routes, because these import the mails' templates: Node does not read .tsx.
const target: SubmissionTarget = {
  form: contactForms.bookademo,
  kind: 'contact',
  product: 'cognitivepro',
  caller: 'home_bad',
  fingerprint: () => [],
};

export function submission(n: number | string): Record<string, unknown> {
  const answers = {
    name: 'Ada',
    surname: 'Lovelace',
    email: `bench-${n}@visitors.example`,
    phone: '+39 02 1234567',
    role: 'Asset Manager',
    company: 'Analytical Engines',
  };
  return {
    ...soundAnswers(contactForms.bookademo, answers),
    elapsed: 40_000,
    attribution: {
      page: '/',
      referrer: 'https://search.example/',
      visitorId: `visitor-${n}`,
      utm: { source: 'newsletter', campaign: 'autumn' },
    },
  };
}

/** The compiled statements with which the server stores `size` leads at once. */
export async function compileBatch(dialect: 'sqlite' | 'postgres', first: number, size: number): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = [];
  const postgres = dialect === 'postgres';
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => (postgres ? new PostgresAdapter() : new SqliteAdapter()),
      createDriver: () => new DummyDriver(),
      createIntrospector: (own) => (postgres ? new PostgresIntrospector(own) : new SqliteIntrospector(own)),
      createQueryCompiler: () => (postgres ? new PostgresQueryCompiler() : new SqliteQueryCompiler()),
    },
    log: ({ query }) => void queries.push(query),
  });
  const items = Array.from({ length: size }, (_, offset) => {
    const body = submission(first + offset);
    const sent = { body, key: crypto.randomUUID(), at: Date.now() };
    const reading = parseSubmission(target, sent, 0);
    if (!reading.ok) throw new Error(`the sample form is refused: ${JSON.stringify(reading.errors)}`);
    return { lead: reading.lead, jobs: [jobRow(mail, { leadId: reading.lead.id })] };
  });
  await insertLeads(db, items);
  return queries;
}
