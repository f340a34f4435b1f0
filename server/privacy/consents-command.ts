import { parseArgs } from 'node:util';
import { consentPurposes } from '../../contract/desk/agreement-words.ts';
import { optionOf, UsageError, type Command, type CommandContext } from '../cli/command.ts';
import { csv, textTable } from '../cli/text-table.ts';
import { sealConsents, verifyChain } from '../leads/consents/consent-chain.ts';
import { standingConsents, withdrawConsents, selectConsents } from '../leads/consents/consent-records.ts';
import { addressKey, exactKey } from '../kernel/address.ts';
import { recordsOfChoice } from './cookie-consents.ts';
import { fullName } from '../leads/lead-repository.ts';
import type { Tx } from '../store/store.ts';
import { pagesOf } from './row-pages.ts';

const help = `Shows what people agreed to, writes down what they withdraw, and checks the record.

Usage: npm run consents -- verify [--head NUMBER:HASH]
                               reads the chain of hashes and every consent in it, and says where it breaks;
                               --head: and whether it has the entry that was noted before
       npm run consents -- show EMAIL     what the mailbox agreed to and has not withdrawn
       npm run consents -- show ID        what a browser's choice of cookies agreed to and withdrew: the consentId in
                               its cookie
       npm run consents -- withdraw EMAIL --purpose PURPOSE|all
                               writes down that it was withdrawn; nothing that was written before is changed
       npm run consents -- list --purpose PURPOSE [--csv]
                               addresses that may be written to: confirmed by their owner, not withdrawn since, and
                               none that called a mail spam or that there is no mailbox of`;

export const consentsCommand: Command = { help, run };

const options = { head: { type: 'string' }, purpose: { type: 'string' }, csv: { type: 'boolean' } } as const;

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [action = '', address, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(`'${rest[0]}' is too much`);
  if (action === 'verify' && address === undefined) return verify(values.head, context);
  if (action === 'list' && address === undefined) return list(values.purpose, values.csv === true, context);
  if (action !== 'show' && action !== 'withdraw') throw new UsageError(action === '' ? 'Say what to do' : `There is no action '${action}'`);
  if (action === 'show' && address !== undefined && CHOICE.test(address)) return showChoice(address, context);
  if (address === undefined || !address.includes('@')) throw new UsageError(`'${action}' needs an e-mail address`);
  return action === 'show' ? show(address, context) : withdraw(address, values.purpose, context);
}

async function verify(noted: string | undefined, { store, now, print, warn }: CommandContext): Promise<number> {
  const [, seq, hash] = /^(\d+):([0-9a-f]{64})$/.exec(noted ?? '') ?? [];
  if (noted !== undefined && hash === undefined) throw new UsageError('--head is the number and the hash that verify printed: 12:1f…');
  // The chain is verified before new entries are added to it.
  const found = await verifyChain(store.db, hash === undefined ? undefined : { seq: Number(seq), hash });
  if (found.fault !== undefined) {
    warn(`The chain breaks: ${found.fault}.`);
    return 1;
  }
  await sealConsents(store, now());
  const { entries, removed, head } = await verifyChain(store.db);
  print(`Sound: ${entries} entries, ${removed} of them of consents that were removed since. Head: ${head ?? 'none'}`);
  return 0;
}

async function show(address: string, { store, print }: CommandContext): Promise<number> {
  const standing = await standingConsents(store.db, addressKey(address));
  if (standing.length === 0) print(`Nothing that ${address} agreed to stands.`);
  else
    print(
      textTable(
        standing.map((row) => [new Date(row.at).toISOString(), row.action, `${row.purpose} (${row.text_version})`, row.email, row.text]),
      ),
    );
  return 0;
}

const CHOICE = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

async function showChoice(id: string, { store, print }: CommandContext): Promise<number> {
  const records = await recordsOfChoice(store.db, id);
  if (records.length === 0) print('There is no record of this choice: it refused everything, or is older than KEEP_COOKIE_CONSENTS_DAYS.');
  else
    print(
      textTable(
        records.map(({ at, action, purpose, text_version: version, page, text }) => [
          new Date(at).toISOString(),
          action,
          `${purpose} (${version})`,
          page,
          text,
        ]),
      ),
    );
  return 0;
}

async function withdraw(address: string, purpose: string | undefined, { store, now, print }: CommandContext): Promise<number> {
  const mailbox = addressKey(address);
  const there = [...new Set((await standingConsents(store.db, mailbox)).map((row) => row.purpose))];
  if (purpose === undefined) throw new UsageError(`--purpose is one of ${[...there, 'all'].join(', ')}`);
  const purposes = purpose === 'all' ? there : [await knownPurpose(store.db, purpose, ['all'])];
  const count = await store.begin((tx) => withdrawConsents(tx, mailbox, { purposes, page: 'npm run consents', at: now() }));
  await sealConsents(store, now());
  print(count === 0 ? 'Nothing of it stood.' : `Withdrawn: ${count} consents (${purposes.join(', ')}).`);
  if (purposes.includes('recruiting') && count > 0)
    print('An application whose consent is withdrawn is erased by: npm run privacy -- erase EMAIL');
  return 0;
}

async function list(purpose: string | undefined, asCsv: boolean, { store, print }: CommandContext): Promise<number> {
  if (purpose === undefined) throw new UsageError('list needs --purpose: newsletter or marketing');
  const agreed = await listAgreed(store.db, await knownPurpose(store.db, purpose));
  const rows = agreed.map(({ email, name, at }) => [email, name, new Date(at).toISOString()]);
  if (asCsv) print(csv([['email', 'name', 'confirmed'], ...rows]));
  else if (rows.length === 0) print('Nobody.');
  else print(textTable([['EMAIL', 'NAME', 'CONFIRMED'], ...rows]));
  return 0;
}

/** @throws UsageError for a purpose that this build does not ask for and no record has: it is mistyped, and to find nothing of it would look like an answer */
async function knownPurpose(db: Tx, purpose: string, others: readonly string[] = []): Promise<string> {
  if (consentPurposes.includes(purpose)) return purpose;
  const recorded = await selectConsents(db).select('purpose').distinct().orderBy('purpose').execute();
  return optionOf('--purpose', purpose, [...new Set([...consentPurposes, ...recorded.map((row) => row.purpose), ...others])]);
}

export type Agreed = { email: string; name: string; at: number };

/**
 * Addresses, one per mailbox, whose owner confirmed a purpose and has not withdrawn it since; the latest confirmation counts. Suppressed addresses are left
 * out: their owner reported a mail as spam, or the mailbox does not exist.
 */
export async function listAgreed(db: Tx, purpose: string): Promise<Agreed[]> {
  const rows = await selectConsents(db)
    .innerJoin('leads', 'leads.id', 'records.lead_id')
    .select(['records.action', 'records.at', 'leads.email', 'leads.email_key', 'leads.answers'])
    .where('records.purpose', '=', purpose)
    .where('records.action', 'in', ['confirmed', 'withdrawn'])
    .orderBy('records.at')
    .orderBy('records.id')
    .execute();
  const agreed = new Map<string, Agreed>();
  for (const row of rows) {
    if (row.action === 'withdrawn') agreed.delete(row.email_key);
    else agreed.set(row.email_key, { email: row.email, name: fullName(row), at: row.at });
  }
  const suppressed = new Set<string>();
  for await (const page of pagesOf(db, 'suppressions', 'address_key')) for (const row of page) suppressed.add(row.address_key);
  return [...agreed.values()].filter(({ email }) => !suppressed.has(exactKey(email)) && !suppressed.has(addressKey(email)));
}
