import type { applicationWork } from '../../../contract/calls/desk/application-calls.ts';
import type { DeskApplication } from '../../../contract/desk/application-facts.ts';
import { openStages, stageWords } from '../../../contract/desk/application-stages.ts';
import type { CallInput, CallOutput } from '../../../contract/calls/desk/call.ts';
import { limits } from '../../../contract/limits.ts';

/** Placeholder for the applicant's name. */
export const NAME = '[name]';

export type ApplicantRefusal = { subject: string; text: string; way: 'ours' | 'own' };

export type RefusalOutcome = {
  done: readonly string[];
  /** Why each of the others was not refused. `unmailed`: the server cannot mail this person; the refusal can only be noted. */
  left: readonly { id: string; name: string; why: string; unmailed?: true }[];
};

type Sending = {
  send: (input: CallInput<typeof applicationWork.answer>) => Promise<CallOutput<typeof applicationWork.answer>>;
  onEach: (done: number) => void;
  signal: AbortSignal;
};

type Listed = Pick<DeskApplication, 'sample' | 'suspectedSpam' | 'stage'>;

/** The reason not to refuse that the list already knows, such as a decision made before. Undefined: ask the server. */
export function knownRefusal({ sample, suspectedSpam, stage }: Listed, way: ApplicantRefusal['way']): string | undefined {
  if (!openStages.includes(stage)) return `it is in ${stageWords[stage]}: answer it from its page`;
  if (way === 'own') return undefined;
  if (sample) return 'a sample, to which nothing is sent';
  return suspectedSpam ? 'suspected spam: say first that it is none' : undefined;
}

/**
 * Which button refuses this application. `ours`: the desk mails it; `own`: it is noted as sent, only where no mail is possible. Undefined: neither.
 */
export function wayFor(
  one: Listed,
  { sendsMail, unmailed }: { sendsMail: boolean; unmailed: boolean },
): ApplicantRefusal['way'] | undefined {
  if (knownRefusal(one, 'own') !== undefined) return undefined;
  return sendsMail && !unmailed && knownRefusal(one, 'ours') === undefined ? 'ours' : 'own';
}

/** Refuses the applications one after the other, each with a separate call. */
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
    // A replacement function, because `$&` in a replacement string has a meaning, and names come from visitors.
    const named = (words: string) => words.replaceAll(NAME, () => name);
    const words = { subject: named(subject), text: named(text) };
    // The server would reject it, and that would stop the loop.
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
