import type { Log } from '../kernel/log.ts';
import { openFolder } from './mail-folder.ts';
import type { Transport } from './message.ts';
import { openSmtp } from './smtp.ts';

export type TransportOptions = { mailUrl?: string | undefined; dataDir: string; from: string; log: Log };

export function openTransport({ mailUrl, dataDir, from, log }: TransportOptions): Transport {
  return mailUrl === undefined ? openFolder({ dataDir, from, log }) : openSmtp({ url: mailUrl, from, log });
}
