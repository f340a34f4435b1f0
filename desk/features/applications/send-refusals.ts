import type { applicationWork } from '../../../contract/calls/desk/application-calls.ts';
import type { DeskApplication } from '../../../contract/desk/application-facts.ts';
import { openStages, stageWords } from '../../../contract/desk/application-stages.ts';
import type { CallInput, CallOutput } from '../../../contract/calls/desk/call.ts';
import { limits } from '../../../contract/limits.ts';

/** In the place of each one's name. */
export const NAME = '[name]';

export type ApplicantRefusal = { subject: string; text: string; way: 'ours' | 'own' };

export type RefusalOutcome = {
  done: readonly string[];
  /** Why each of the others is as it was. `unmailed`: the server mails them nothing, so that it can only be noted. */
  left: readonly { id: string; name: string; why: string; unmailed?: true }[];
};

type Sending = {
  send: (input: CallInput<typeof applicationWork.answer>) => Promise<CallOutput<typeof applicationWork.answer>>;
  onEach: (done: number) => void;
  signal: AbortSignal;
};

type Listed = Pick<DeskApplication, 'sample' | 'suspectedSpam' | 'stage'>;

/** Why the list itself says that it is not refused: nobody who was decided on hears of it twice. Undefined: the server knows. */
export function knownRefusal({ sample, suspectedSpam, stage }: Listed, way: ApplicantRefusal['way']): string | undefined {
  if (!openStages.includes(stage)) return `it is in ${stageWords[stage]}: answer it from its page`;
  if (way === 'own') return undefined;
  if (sample) return 'a sample, to which nothing is sent';
  return suspectedSpam ? 'suspected spam: say first that it is none' : undefined;
}

/** By which of the two buttons one is refused: nobody who can be mailed is noted as mailed. Undefined: by none. */
export function wayFor(
  one: Listed,
  { sendsMail, unmailed }: { sendsMail: boolean; unmailed: boolean },
): ApplicantRefusal['way'] | undefined {
  if (knownRefusal(one, 'own') !== undefined) return undefined;
  return sendsMail && !unmailed && knownRefusal(one, 'ours') === undefined ? 'ours' : 'own';
}

/** Refuses one after the other, each by its own answer on its own record. */
export async function sendRefusals(
  applications: readonly DeskApplication[],
  { subject, text, way }: ApplicantRefusal,
  { send, onEach, signal }: Sending,
): Promise<RefusalOutcome> {
  const done: string[] = [];
  const left: { id: string; name: string; why: string; unmailed?: true }[] = [];
  for (const application of applications) {
    if (signal.aborted) break;
    const { id, version } = application;
    const name = application.name || application.email;
    const why = knownRefusal(application, way);
    if (why !== undefined) {
      left.push({ id, name, why });
      continue;
    }
    // By a function: in a string `$&` and the like would stand for parts of the text, and visitors write their names.
    const named = (words: string) => words.replaceAll(NAME, () => name);
    const words = { subject: named(subject), text: named(text) };
    // The server refuses it, and all after it would wait for it.
    if (words.subject.length > limits.line || words.text.length > limits.message) {
      left.push({ id, name, why: 'with this name the subject or the mail is too long' });
      continue;
    }
    const output = await send({ id, version, way, template: 'rejection', stage: 'rejected', ...words });
    if (output.outcome === 'done') done.push(id);
    else if (output.outcome === 'not sent') left.push({ id, name, why: output.reason, unmailed: true });
    else left.push({ id, name, why: 'somebody changed it since: look at it first' });
    onEach(done.length);
  }
  return { done, left };
}
