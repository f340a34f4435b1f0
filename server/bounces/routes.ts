import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HttpContext } from '../http/http-context.ts';
import { createLineLimit, sendProblem } from '../http/problem.ts';
import { observations } from '../observations.ts';
import { readBounceReport } from './bounce-report.ts';
import { recordBounces } from './record-bounces.ts';
import { createSnsVerifier, type FetchText } from './sns-signature.ts';

/** As much as SNS sends at most. */
const LONGEST = 256 * 1024;

const ASKED = 10_000;

export const BOUNCE_HOOK = '/hooks/bounces';
/** Where providers were told to report before there was the other one: it stays. */
const FORMER_HOOK = '/webhooks/bounces';

type BounceContext = Pick<HttpContext, 'settings' | 'store' | 'limits' | 'now'> & {
  /** Asks an address of a company whose reports are taken. Default: over the network. */
  fetchText?: FetchText;
};

/**
 * Where a mail provider reports bounces and complaints. It signs in by a password in the header, which both providers take from the address
 * that they are given; so that no log of addresses has it. What comes by way of SNS has to be signed by Amazon as well.
 * @param app a scope of its own: SNS sends its JSON as plain text
 */
export async function bounceRoutes(app: FastifyInstance, context: BounceContext): Promise<void> {
  const { settings, store, limits, now, fetchText = fetchAddress } = context;
  const { BOUNCE_SECRET: secret } = settings;
  if (secret === undefined) return;
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, app.getDefaultJsonParser('remove', 'remove'));
  const verify = createSnsVerifier(fetchText, now);
  const unsigned = createLineLimit(LINES_PER_MINUTE);
  const limit = limits({ name: 'bounces', points: 1200, seconds: 60 });

  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (isSignedIn(request, secret)) return undefined;
    return sendProblem(reply.header('www-authenticate', 'Basic realm="bounces"'), 401, { detail: 'The password is BOUNCE_SECRET.' });
  };

  const report = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const said = readBounceReport(request.body);
    if (said === undefined) return sendProblem(reply, 422, { detail: 'This is no report of Postmark or Amazon SES.' });
    const signature = said.by === 'sns' ? await verify(request.body) : 'valid';
    if (signature !== 'valid') unsigned((more) => app.log.warn({ signature, ...more }, SAID[signature]));
    if (signature === 'unknown') return sendProblem(reply, 503, { detail: 'The certificate of the signature could not be fetched.' });
    if (signature === 'invalid') return sendProblem(reply, 403, { detail: 'The signature is not Amazon’s.' });
    if ('confirm' in said) {
      const confirmed = await fetchText(said.confirm).then(
        () => true,
        () => false,
      );
      app.log[confirmed ? 'info' : 'warn']({ confirmed }, 'Amazon SNS asked whether it may report bounces here');
      return confirmed ? reply.code(200).send() : sendProblem(reply, 503);
    }
    const { bounces, own } = await store.begin((tx) => recordBounces(tx, said, { settings, now: now() }));
    for (const { kind } of bounces) observations.bounce.tell(kind);
    for (const setting of own) app.log.error({ setting }, 'a mail to an address of our own came back');
    return reply.code(200).send();
  };
  for (const path of [BOUNCE_HOOK, FORMER_HOOK]) app.post(path, { onRequest: [limit, admit], bodyLimit: LONGEST }, report);
}

function isSignedIn({ headers: { authorization = '' } }: FastifyRequest, secret: string): boolean {
  const [, scheme = '', given = ''] = /^(Basic|Bearer) (\S+)$/i.exec(authorization) ?? [];
  // The name before the colon may be any.
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
