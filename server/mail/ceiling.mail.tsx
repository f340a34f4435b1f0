import { Heading, Text } from './layout.tsx';
import { defineMail } from './mail.ts';
import * as v from 'valibot';
import type { JobServices } from './job-services.ts';
import { defineJob, type JobContext } from '../queue/job.ts';
import { enqueue } from '../queue/job-queue.ts';
import type { Log } from '../kernel/log.ts';
import type { Store } from '../store/store.ts';
import type { Ceiling } from './mailer.ts';

type Props = { setting: string; limit: number };

const ceilingMail = defineMail<Props>({
  kind: 'ceiling',
  limit: 'none',
  subject: ({ setting }) => `Mails to new addresses wait: ${setting} is reached`,
  preheader: () => 'Nothing is lost. Somebody should look whether these requests are real.',
  Body: ({ setting, limit }) => (
    <>
      <Heading>Mails to new addresses wait</Heading>
      <Text>
        As many mails to addresses that nobody has verified as {setting} allows ({limit}) have left, or all but the last fifth, which is
        kept for senders who are rare. Further ones wait, and leave by themselves when there is room. Every request is stored, and nothing
        is lost.
      </Text>
      <Text>{advice(setting)}</Text>
      <Text quiet>This mail is sent once a day for each setting.</Text>
    </>
  ),
});

function advice(setting: string): string {
  return `Are the requests real? npm run leads shows them, npm run jobs what waits. If they are, raise ${setting} and start the server again; npm run jobs -- retry ID sends one at once. If they are not, somebody is using the forms to send mail to strangers.`;
}

export const ceilingAlarm = defineJob({
  name: 'mail.ceiling-alarm',
  payload: v.object({ setting: v.picklist(['FIRST_MAILS_PER_HOUR', 'FIRST_MAILS_PER_DAY']) }),
  run: async ({ setting }, context: JobContext<JobServices>) => {
    const { mailer, settings } = context.services;
    // Without OPS_MAIL alerts are in the log alone.
    if (settings.OPS_MAIL === undefined) return undefined;
    return mailer.send(ceilingMail, { setting, limit: settings[setting] }, { to: settings.OPS_MAIL }, context);
  },
});

/** Logs that a ceiling is reached and has OPS_MAIL alarmed, once a day for each setting, however many servers share the store. */
export function createCeilingAlarm(store: Store, log: Log, now: () => number = Date.now): (setting: Ceiling) => Promise<void> {
  const alarmed = new Map<Ceiling, string>();
  return async (setting) => {
    const day = new Date(now()).toISOString().slice(0, 10);
    if (alarmed.get(setting) === day) return;
    const uniqueKey = `mail-ceiling:${setting}:${day}`;
    const first = await enqueue(store.db, ceilingAlarm, { setting }, { uniqueKey, now: now() });
    alarmed.set(setting, day);
    if (first !== undefined) log.error({ setting }, `mails to new addresses wait: as many as ${setting} allows have left`);
  };
}
