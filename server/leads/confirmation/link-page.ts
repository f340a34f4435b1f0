import type { FastifyReply } from 'fastify';
import { present } from '../../../contract/checked.ts';
import { dateTime } from '../../../contract/figures/format.ts';
import { MORE_MARK, moreMarks, NEXT_PLACEHOLDER, REQUEST_MARK, requestMarks, TOKEN_PLACEHOLDER } from '../../../contract/page-marks.ts';
import { withPart } from '../../http/page-parts.ts';
import { sendPrivatePage, type Placeholders } from '../../http/site.ts';
import type { LeadContext } from '../lead-context.ts';
import { requestOf } from '../lead-columns.ts';
import type { Confirmed, LinkState } from './confirm-link.ts';
import { LISTED, type WaitingRequest } from './waiting-requests.ts';

type Pages = Pick<LeadContext, 'site' | 'now' | 'settings'>;
type Ask = Extract<LinkState, { state: 'ask' }>;

const statuses = { used: 200, declined: 200, expired: 410, superseded: 410, unknown: 404 } as const;

export function showLink(context: Pages, reply: FastifyReply, link: LinkState, token: string): FastifyReply {
  if (link.state === 'ask') {
    const alone = link.waiting.total === 1 && link.linked !== undefined;
    return alone ? ask(context, reply, link, token) : pick(context, reply, { link, missing: false, token });
  }
  const values = { [TOKEN_PLACEHOLDER]: token, [NEXT_PLACEHOLDER]: link.state === 'used' ? link.landing : '/' };
  return sendPrivatePage(reply, present(context.site.pages.get(`/verify/${link.state}`)), statuses[link.state], values);
}

export function showPicks(
  context: Pages,
  reply: FastifyReply,
  { link, missing }: Extract<Confirmed, { state: 'picks' }>,
  token: string,
): FastifyReply {
  return pick(context, reply, { link, missing, token });
}

function ask(context: Pages, reply: FastifyReply, link: Ask, token: string): FastifyReply {
  const [request] = describe(context, link);
  return sendPrivatePage(reply, present(context.site.pages.get('/verify')), 200, { [TOKEN_PLACEHOLDER]: token, ...request });
}

type Picking = { link: Ask; missing: boolean; token: string };

function pick(context: Pages, reply: FastifyReply, { link, missing, token }: Picking): FastifyReply {
  const lines = describe(context, link);
  // The link may have been sent for somebody else's request; the request that this browser sent is the reader's.
  const isListed = lines.some((values) => values[requestMarks.id] === link.sentHere);
  const ticked = missing ? undefined : isListed ? link.sentHere : link.linked;
  const built = present(context.site.pages.get(missing ? '/verify/pick-one' : '/verify/pick'));
  const page = withPart(
    built,
    { mark: REQUEST_MARK, looks: 2 },
    lines.map((values) => ({ look: values[requestMarks.id] === ticked ? 0 : 1, values })),
  );
  const more = moreOf(link).map(([number, text]) => ({ values: { [moreMarks.page]: String(number), [moreMarks.text]: text } }));
  return sendPrivatePage(reply, withPart(page, { mark: MORE_MARK, looks: 1 }, more), missing ? 422 : 200, { [TOKEN_PLACEHOLDER]: token });
}

/** What the owner recognises requests by: when each came and what it asked for. Contains nothing that anybody typed. */
function describe({ now, settings }: Pages, { waiting, sentHere }: Ask): Placeholders[] {
  return waiting.requests.map((lead) => describeOne(lead, { now: now(), zone: settings.TIME_ZONE, isSentHere: lead.id === sentHere }));
}

/** Links to the other pages of the list, so that every waiting request can be seen. */
function moreOf({ waiting: { total }, page }: Ask): Array<[page: number, text: string]> {
  if (total <= LISTED) return [];
  if (page === 0) return [[1, `Show all ${total} requests, the newest first`]];
  const older: Array<[number, string]> = page * LISTED < total ? [[page + 1, 'Show older requests']] : [];
  return [...older, page === 1 ? [0, 'Show the shorter list'] : [page - 1, 'Show newer requests']];
}

function describeOne(lead: WaitingRequest, { now, zone, isSentHere }: { now: number; zone: string; isSentHere: boolean }): Placeholders {
  const at = lead.created_at;
  return {
    [requestMarks.id]: lead.id,
    [requestMarks.title]: requestOf(lead).request,
    [requestMarks.time]: dateTime(at, zone),
    [requestMarks.iso]: new Date(at).toISOString(),
    [requestMarks.ago]: ago(now - at),
    [requestMarks.note]: isSentHere ? 'Sent from this browser' : lead.more > 0 ? `and ${lead.more} more like it` : '',
  };
}

function ago(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000));
  if (minutes < 1) return 'just now';
  if (minutes < 120) return minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours ago` : `${Math.round(hours / 24)} days ago`;
}
