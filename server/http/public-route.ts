import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import * as v from 'valibot';
import type { PublicCall, Refusal } from '../../contract/calls/public/public-call.ts';
import { sendProblem } from './problem.ts';
import type { HttpContext } from './http-context.ts';

type Parsed<Declared> = Declared extends v.GenericSchema ? v.InferOutput<Declared> : unknown;
type BodySchema<C> = C extends { refusals: { unfit: Refusal }; body: { schema: infer Schema } } ? Schema : undefined;

/** Sends a refusal that the call declares. `words` replace the placeholders in its detail. */
type Refuse<Refusal extends string> = (refusal: Refusal, words?: Readonly<Record<string, string>>) => FastifyReply;

export type Asked<Refusal extends string> = { request: FastifyRequest; reply: FastifyReply; refuse: Refuse<Refusal> };

type RefusalOf<C extends PublicCall> = keyof C['refusals'] & string;

/** `body`: parsed if the call declares the refusal `unfit`, and otherwise raw. */
export type PublicExchange<C extends PublicCall> = Asked<RefusalOf<C>> & { address: Parsed<C['address']>; body: Parsed<BodySchema<C>> };

type Options<C extends PublicCall> = Pick<RouteShorthandOptions, 'config' | 'errorHandler'> & {
  /** Called after the rate limit, before anything else is read. Returns the answer of a refusal, or undefined. */
  admit?: (asked: Asked<RefusalOf<C>>) => Promise<FastifyReply | undefined>;
};

export type PublicRoute = <const C extends PublicCall>(
  call: C,
  handler: (exchange: PublicExchange<C>) => FastifyReply | Promise<FastifyReply>,
  options?: Options<C>,
) => void;

/** Registers the handler of a declared call. The rate limit, `admit` and the address are checked before the body is read. */
export function createPublicRoute(app: FastifyInstance, { limits, settings }: Pick<HttpContext, 'limits' | 'settings'>): PublicRoute {
  return (call, handler, { admit, config, ...options } = {}) => {
    const { method, path: url, rate, body, refusals }: PublicCall = call;
    const addresses = new WeakMap<FastifyRequest, unknown>();
    const askedBy = (request: FastifyRequest, reply: FastifyReply): Asked<string> => ({
      request,
      reply,
      refuse: (name, words) => sendRefusal(reply, refusals[name], words),
    });
    const before = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
      const asked = askedBy(request, reply);
      const refused = await admit?.(asked);
      if (refused !== undefined) return refused;
      const address = readAddress(call, request, settings.PRODUCTS);
      if ('fault' in address) return asked.refuse(address.fault);
      addresses.set(request, address.read);
      return undefined;
    };
    app.route({
      ...options,
      method,
      url,
      ...(body?.maxBytes !== undefined && { bodyLimit: body.maxBytes }),
      config: { ...config, ...(body && { takes: body.types[0] }) },
      onRequest: [limits(rate), before],
      handler: async (request, reply) => {
        const asked = askedBy(request, reply);
        const parsed = body && 'schema' in body && 'unfit' in refusals ? v.safeParse(body.schema, request.body) : undefined;
        if (parsed?.success === false) return asked.refuse('unfit');
        const read = { address: addresses.get(request), body: parsed === undefined ? request.body : parsed.output };
        return handler({ ...asked, ...read } as PublicExchange<typeof call>);
      },
    });
  };
}

/** `fault`: the refusal of the first invalid field. Invalid fields without a declared refusal are left to the handler. */
function readAddress(
  { address, refusals }: PublicCall,
  { query, params }: FastifyRequest,
  products: readonly string[],
): { fault: string } | { read: unknown } {
  if (address === undefined) return { read: undefined };
  const { product } = params as { product?: string };
  if (product !== undefined && !products.includes(product)) return { fault: 'product' };
  const given = { ...(query as object), ...(params as object) };
  const parsed = v.safeParse(address, given);
  const fault = parsed.issues?.map((issue) => v.getDotPath(issue) ?? '').find((name) => Object.hasOwn(refusals, name));
  return fault === undefined ? { read: parsed.output } : { fault };
}

function sendRefusal(reply: FastifyReply, refusal: Refusal | undefined, words: Readonly<Record<string, string>> = {}): FastifyReply {
  const { status = 400, title, detail } = refusal ?? {};
  return sendProblem(reply, status, {
    ...(title !== undefined && { title }),
    ...(detail !== undefined && { detail: detail.replaceAll(/\{(\w+)\}/g, (whole, word: string) => words[word] ?? whole) }),
  });
}
