import * as v from 'valibot';
import { jsonIn } from '../store/json-column.ts';
import { isSnsAddress } from './sns-signature.ts';

/** What happened to a mail after the mail server had accepted it. `complaint`: its recipient reported it as spam. */
export type BounceKind = 'hard' | 'soft' | 'complaint';

export type Bounce = {
  kind: BounceKind;
  address: string;
  /** The enhanced status code (RFC 3463), or the provider's name for what happened. */
  status: string;
};

/** A provider's report: bounces under an id that identifies the report, or an address to fetch to confirm that reports may be sent here. */
export type BounceReport = { by: 'postmark' | 'sns' } & ({ id: string; bounces: readonly Bounce[] } | { confirm: string });

/** Reads a report by Postmark, or by Amazon SES through SNS. @returns undefined when it is neither */
export function readBounceReport(body: unknown): BounceReport | undefined {
  const postmark = v.safeParse(postmarkBounce, body);
  if (postmark.success) return ofPostmark(postmark.output);
  const sns = v.safeParse(snsMessage, body);
  if (!sns.success) return undefined;
  if (sns.output.Type === 'SubscriptionConfirmation')
    return isSnsAddress(sns.output.SubscribeURL) ? { by: 'sns', confirm: sns.output.SubscribeURL } : undefined;
  return ofSes(sns.output.MessageId, jsonIn(sns.output.Message));
}

const word = v.pipe(v.string(), v.maxLength(100));
const address = v.pipe(v.string(), v.maxLength(320));

const postmarkBounce = v.object({
  RecordType: v.picklist(['Bounce', 'SpamComplaint']),
  Type: word,
  ID: v.number(),
  Email: address,
});

const HARD: ReadonlySet<string> = new Set(['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated']);

function ofPostmark({ RecordType: record, Type: type, ID: id, Email: email }: v.InferOutput<typeof postmarkBounce>): BounceReport {
  const kind = record === 'SpamComplaint' ? 'complaint' : HARD.has(type) ? 'hard' : 'soft';
  return { by: 'postmark', id: `postmark:${id}`, bounces: [{ kind, address: email, status: type }] };
}

const snsMessage = v.variant('Type', [
  v.object({ Type: v.literal('Notification'), MessageId: word, Message: v.string() }),
  v.object({ Type: v.literal('SubscriptionConfirmation'), SubscribeURL: v.pipe(v.string(), v.maxLength(2000)) }),
]);

const recipients = v.array(v.object({ emailAddress: address, status: v.optional(word) }));
const sesBounce = v.object({ bounce: v.object({ bounceType: word, bouncedRecipients: recipients }) });
const sesComplaint = v.object({ complaint: v.object({ complainedRecipients: recipients }) });

/** Other reports by SES, such as deliveries, contain no bounces and are not an error. */
function ofSes(messageId: string, message: unknown): BounceReport {
  const named = { by: 'sns', id: `sns:${messageId}` } as const;
  const bounce = v.safeParse(sesBounce, message);
  if (bounce.success) {
    const { bounceType, bouncedRecipients } = bounce.output.bounce;
    const kind = bounceType === 'Permanent' ? 'hard' : 'soft';
    return { ...named, bounces: bouncedRecipients.map((one) => ({ kind, address: one.emailAddress, status: one.status ?? bounceType })) };
  }
  const complaint = v.safeParse(sesComplaint, message);
  if (!complaint.success) return { ...named, bounces: [] };
  return {
    ...named,
    bounces: complaint.output.complaint.complainedRecipients.map((one) => ({
      kind: 'complaint',
      address: one.emailAddress,
      status: 'complaint',
    })),
  };
}
