import { elementAt } from '../../contract/checked.ts';
import type { EventPayload } from '../../contract/events.ts';
import type { PostRequest } from './post-request.ts';
import type { Sender } from './sending.ts';
import { outcomeOf } from './webhook-sender.ts';

/**
 * Posts a line to a chat for each verified request, through an incoming webhook as Slack defines it. The line names nobody, because it cannot be erased from a
 * chat later; the desk shows who sent the request.
 */
export function chatSender({
  post,
  url,
  deskUrl,
  now,
}: {
  post: PostRequest;
  url: string;
  deskUrl: string | undefined;
  now: () => number;
}): Sender {
  return {
    batch: 1,
    parallel: 1,
    send: async (_endpoint, sent, signal) => {
      const body = JSON.stringify({
        text: chatText(JSON.parse(elementAt(sent, 0).event.payload) as EventPayload<'lead.verified'>, deskUrl),
      });
      const { gone: _, ...outcome } = outcomeOf(await post(url, { headers: { 'content-type': 'application/json' }, body, signal }), now());
      return [outcome];
    },
  };
}

export function chatText({ data: { lead } }: EventPayload<'lead.verified'>, deskUrl: string | undefined): string {
  // A role that is not one of the form's choices is stored as 'choice: text'; only the choice is shown.
  const [role = ''] = (lead.answers.role ?? '').split(':');
  const about = [lead.request, role].filter(Boolean).map(escaped).join(', ');
  return `Verified: ${about}${deskUrl === undefined ? '' : ` <${deskUrl}/leads/${lead.id}|Open at the desk>`}`;
}

/** Escapes what the chat would read as markup. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
