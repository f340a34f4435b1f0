import { createHash, timingSafeEqual } from 'node:crypto';
import { reportBounces } from '../../contract/calls/public/hook-calls.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HttpContext } from '../http/http-context.ts';
import { createLineLimit } from '../http/problem.ts';
import { createPublicRoute, type Asked as AskedOf } from '../http/public-route.ts';
import { observations } from '../kernel/observations.ts';
import { readBounceReport } from './bounce-report.ts';
import { recordBounces } from './record-bounces.ts';
import { createSnsVerifier, type FetchText } from './sns-signature.ts';

const ASKED = 10_000;

type Asked = AskedOf<keyof typeof reportBounces.refusals>;

/** The former address for reports. It stays, because providers may be configured with it. */
const FORMER_HOOK = '/webhooks/bounces' as const;

type BounceContext = Pick<HttpContext, 'settings' | 'store' | 'limits' | 'now'> & {
  /** Fetches an address of a provider that sends reports. Default: over the network. */
  fetchText?: FetchText;
};

/**
 * The route to which a mail provider reports bounces and complaints. The provider authenticates with a password in a header, which both providers take from
 * the configured address, so that it appears in no log of addresses. Reports through SNS must also be signed by Amazon.
 * @param app an encapsulated Fastify instance: SNS sends its JSON as plain text
 */
export async function bounceRoutes(app: FastifyInstance, context: BounceContext): Promise<void> {
  const { settings, store, now, fetchText = fetchAddress } = context;
  const { BOUNCE_SECRET: secret } = settings;
  if (secret === undefined) return;
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, app.getDefaultJsonParser('remove', 'remove'));
  const verify = createSnsVerifier(fetchText, now);
  const unsigned = createLineLimit(LINES_PER_MINUTE);

  const admit = async ({ request, reply, refuse }: Asked): Promise<FastifyReply | undefined> => {
    if (isSignedIn(request, secret)) return undefined;
    reply.header('www-authenticate', 'Basic realm="bounces"');
    return refuse('secret');
  };

  const report = async ({ request, reply, refuse }: Asked): Promise<FastifyReply> => {
    const said = readBounceReport(request.body);
    if (said === undefined) return refuse('other');
    const signature = said.by === 'sns' ? await verify(request.body) : 'valid';
    if (signature !== 'valid') unsigned((more) => app.log.warn({ signature, ...more }, SAID[signature]));
    if (signature === 'unknown') return refuse('certificate');
    if (signature === 'invalid') return refuse('signature');
    if ('confirm' in said) {
      const confirmed = await fetchText(said.confirm).then(
        () => true,
        () => false,
      );
      app.log[confirmed ? 'info' : 'warn']({ confirmed }, 'Amazon SNS asked whether it may report bounces here');
      return confirmed ? reply.code(200).send() : refuse('unconfirmed');
    }
    const { bounces, ownAddresses } = await store.begin((tx) => recordBounces(tx, said, { settings, now: now() }));
    for (const { kind } of bounces) observations.bounce.tell(kind);
    for (const setting of ownAddresses) app.log.error({ setting }, 'a mail to an address of our own came back');
    return reply.code(200).send();
  };
  const route = createPublicRoute(app, context);
  for (const path of [reportBounces.path, FORMER_HOOK]) route({ ...reportBounces, path }, report, { admit });
}

function isSignedIn({ headers: { authorization = '' } }: FastifyRequest, secret: string): boolean {
  const [, scheme = '', given = ''] = /^(Basic|Bearer) (\S+)$/i.exec(authorization) ?? [];
  // The user name before the colon may be anything.
  const password =
    scheme.toLowerCase() === 'basic'
      ? Buffer.from(given, 'base64')
          .toString('utf8')
          .replace(/^[^:]*:/, '')
      : given;
  return timingSafeEqual(digest(password), digest(secret));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const LINES_PER_MINUTE = 10;

const SAID = {
  invalid: 'a report that says it is of Amazon SNS has no valid signature: who sends it knows BOUNCE_SECRET. It was refused',
  unknown: 'the certificate that Amazon SNS signs with cannot be fetched: let the server reach sns.REGION.amazonaws.com, port 443',
} as const;

async function fetchAddress(url: string): Promise<string> {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(ASKED) });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  return answer.text();
}
