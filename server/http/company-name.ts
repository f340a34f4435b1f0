import type { FastifyReply } from 'fastify';
import { companyName } from '../../contract/company.ts';
import { signImages } from '../../contract/company-sign.ts';
import type { CompanyDetails } from '../../contract/company-details.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Read at each use: it may be changed at the desk. */
    company?: () => CompanyDetails;
  }
}

/** The name of the company as it is now, on a listener that knows it. */
export function companyNameOf({ server }: FastifyReply): string {
  return server.company?.().name ?? companyName;
}

/** The company's sign where staff uploaded one, with its alternative text; undefined: the one that ships. */
export function companySignOf({ server }: FastifyReply) {
  const sign = server.company?.().sign;
  const images = sign === undefined ? null : signImages(sign);
  return sign === undefined || images === null ? undefined : { ...images, alt: sign.onLightPages.alt };
}
