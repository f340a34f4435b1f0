import type { FastifyInstance } from 'fastify';

export const SECURITY_TXT = '/.well-known/security.txt';

const DAY = 24 * 3_600_000;
/** RFC 9116 recommends less than a year. */
const VALID = 364 * DAY;

type About = { publicUrl: string; contact: string | undefined; builtAt: number };

/** Serves security.txt (RFC 9116). It expires a year after the build, as a site that is never upgraded answers no reports. */
export function securityTxtRoute(app: FastifyInstance, { publicUrl, contact, builtAt }: About): void {
  const lines = [
    `Contact: ${contact ?? `${publicUrl}/contacts`}`,
    `Expires: ${new Date(builtAt + VALID).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}${SECURITY_TXT}`,
  ];
  const text = `${lines.join('\n')}\n`;
  app.get(SECURITY_TXT, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type('text/plain; charset=utf-8').send(text),
  );
}
