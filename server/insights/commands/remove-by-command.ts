import type { Call } from '../../../contract/calls/desk/call.ts';
import { withdrawPaper } from '../../../contract/calls/desk/paper-calls.ts';
import { UsageError, type CommandContext } from '../../cli/command.ts';
import type { Done } from '../../http/desk-route.ts';
import type { Tx } from '../../store/store.ts';
import { removePaper } from '../removals/paper-removals.ts';
import { decideRemoval, type Removable, type RemovalOutcome } from '../removals/decide-removal.ts';
import type { CommandActor } from './command-actor.ts';

type Removal = {
  of: Removable;
  /** The call of the desk that does the same. */
  call: Pick<Call, 'action' | 'tells'>;
  done: Done;
  reason: string | undefined;
  /** Whether to drop the request that was made, and leave it on the site (--keep). */
  keep: boolean | undefined;
};

/** Takes something off the site as the desk does. With four eyes the command of one person asks for it, and that of another one approves. */
export async function removeByCommand(tx: Tx, by: CommandActor, { of, call, done, keep, ...given }: Removal): Promise<RemovalOutcome> {
  const reason = given.reason?.trim() || undefined;
  if (reason !== undefined && reason.length > 500) throw new UsageError('--reason is at most 500 characters');
  const approves = by.fourEyes && of.asked !== undefined && of.asked.by !== by.account;
  if (by.fourEyes && !approves && keep !== true && reason === undefined)
    throw new UsageError('--reason says why: with FOUR_EYES whoever else publishes is told, and decides');
  const record = (detail: object) => by.record(tx, call, { ...done, detail: { ...done.detail, ...detail } });
  const decision = keep === true ? 'keep' : approves ? 'approve' : undefined;
  return decideRemoval(of, { ...by, record }, { reason, decision });
}

/** @returns the exit code */
export function tellRemoval(
  { print, warn }: Pick<CommandContext, 'print' | 'warn'>,
  id: string,
  outcome: RemovalOutcome,
  after: string,
): number {
  if (outcome === 'removed') print(`Off the site: ${id}. ${after}`);
  else if (outcome === 'asked') print(`Asked for: ${id} is on the site until somebody else does the same (FOUR_EYES), or --keep drops it.`);
  else if (outcome === 'kept') print(`${id} stays on the site.`);
  else {
    warn(`Not done: nobody asks that ${id} be taken off`);
    return 1;
  }
  return 0;
}

/** Sample papers make no claims, so one person takes them off, also with four eyes. */
export async function removeSamplePaper(tx: Tx, id: string, by: CommandActor): Promise<void> {
  if (await removePaper(tx, id)) await by.record(tx, withdrawPaper, { subject: { kind: 'paper', id }, detail: { sample: true } });
}
