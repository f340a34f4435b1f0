import { exactKey } from '../kernel/address.ts';
import { UsageError, type CommandContext } from '../cli/command.ts';
import { findSpellings } from './traces.ts';
import { subjectOf, type Subject } from './subject.ts';

export type PickedSubject = { subject: Subject; spellings: readonly string[] };

/**
 * Finds out whose data a command is about. When the mailbox has other spellings, asks whether they are the same person.
 * @param spelling the answer, 'this' or 'all', when it was given already
 * @returns undefined when the question was not answered
 */
export async function pickSubject(
  address: string,
  spelling: string | undefined,
  { store, print, ask, warn }: CommandContext,
): Promise<PickedSubject | undefined> {
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw new UsageError(`'${address}' is no e-mail address`);
  if (spelling !== undefined && spelling !== 'this' && spelling !== 'all') throw new UsageError('--spelling is this or all');
  const found = await findSpellings(store.db, address);
  const isGiven = (other: string) => exactKey(other) === exactKey(address);
  const given = [...new Set([address, ...[...found.keys()].filter(isGiven)])];
  const others = [...found].filter(([other]) => !isGiven(other));
  const all = { subject: subjectOf(address, 'mailbox'), spellings: [...given, ...others.map(([other]) => other)] };
  if (others.length === 0) return all;
  print(`The mailbox is also written as ${others.map(([other, requests]) => `${other} (${requests} requests)`).join(', ')}.`);
  const wanted = spelling ?? (await ask('Are these the same person? Type all to mean every one of them, this for the address as given:'));
  if (wanted === 'all') return all;
  if (wanted === 'this') return { subject: subjectOf(address, 'address'), spellings: given };
  if (wanted === undefined) throw new UsageError('Nobody can be asked here which addresses are meant: --spelling this, or --spelling all');
  warn('Nothing was done.');
  return undefined;
}
