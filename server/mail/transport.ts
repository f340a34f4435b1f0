import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Unavailable } from '../queue/job.ts';
import type { Log } from '../kernel/log.ts';
import { createComposer, mailResource, type Message, type Transport } from './message.ts';
import { openSmtp } from './smtp.ts';

/** Mail as files: DATA_DIR/mail/<job id>.eml, complete or not there. Another attempt replaces the file. */
function openFolder({ dataDir, from, log }: { dataDir: string; from: string; log: Log }): Transport {
  const folder = join(dataDir, 'mail');
  const composed = createComposer(from);
  let logged = false;
  return {
    send: async (message: Message) => {
      const { content } = await composed(message);
      if (!logged) log.info({ folder }, 'no mail server is set (MAIL_URL): messages are kept as files');
      logged = true;
      try {
        await writeWhole(folder, `${message.id.replace(/[^\w-]/g, '')}.eml`, content);
      } catch (error) {
        throw new Unavailable(mailResource, `the mail folder cannot be written: ${codeOf(error)}`, {
          cause: error,
          mend: 'DATA_DIR says where it is; with MAIL_URL mails are sent',
        });
      }
    },
    close: () => undefined,
  };
}

/** On the disk under its name, or not at all: written aside, then renamed, both made durable. What a kill leaves aside, the next attempt replaces. */
async function writeWhole(folder: string, name: string, content: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const aside = join(folder, `.${name}.tmp`);
  const file = await open(aside, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(aside, join(folder, name));
  const directory = await open(folder);
  await directory.sync().finally(() => directory.close());
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

/** `patience`: seconds that the mail server may take for a mail. */
type TransportOptions = {
  mailUrl?: string | undefined;
  patience?: number | undefined;
  connections?: number | undefined;
  dataDir: string;
  from: string;
  log: Log;
};

export function openTransport({ mailUrl, patience, connections, dataDir, from, log }: TransportOptions): Transport {
  if (mailUrl === undefined) return openFolder({ dataDir, from, log });
  const limits = {
    ...(patience !== undefined && { patience: { whole: patience * 1000 } }),
    ...(connections !== undefined && { connections }),
  };
  return openSmtp({ url: mailUrl, from, log, ...limits });
}
