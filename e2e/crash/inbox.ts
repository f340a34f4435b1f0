import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import type { Peer } from './smtp-peer.ts';

export type InboxMail = { to: string; messageId: string; subject: string; text: string };

export type Inbox = {
  fresh(): Promise<InboxMail[]>;
};

export function folderInbox(dataDir: string): Inbox {
  const folder = join(dataDir, 'mail');
  const seen = new Set<string>();
  return {
    fresh: async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml') && !seen.has(name));
      for (const name of names) seen.add(name);
      return (await Promise.all(names.map((name) => readMail(join(folder, name))))).flat();
    },
  };
}

export function peerInbox(peer: Peer): Inbox {
  let next = 0;
  return {
    fresh: async () => {
      const mails = peer.mails.slice(next);
      next += mails.length;
      return mails;
    },
  };
}

async function readMail(path: string): Promise<InboxMail[]> {
  const { messageId = '', subject = '', text = '', to = [] } = await PostalMime.parse(await readFile(path));
  return to.map(({ address = '' }) => ({ to: address, messageId, subject, text }));
}
