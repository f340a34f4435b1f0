import type { Log } from '../kernel/log.ts';
import { openFolder } from './mail-folder.ts';
import type { Transport } from './message.ts';
import { openSmtp } from './smtp.ts';

/** `patience`: seconds that the mail server may take for a mail. */
export type TransportOptions = { mailUrl?: string | undefined; patience?: number | undefined; dataDir: string; from: string; log: Log };

export function openTransport({ mailUrl, patience, dataDir, from, log }: TransportOptions): Transport {
  return mailUrl === undefined
    ? openFolder({ dataDir, from, log })
    : openSmtp({ url: mailUrl, from, log, ...(patience !== undefined && { patience: { whole: patience * 1000 } }) });
}
