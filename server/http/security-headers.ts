import { consentSources, tagSources, type Sources } from '../../contract/third-parties.ts';
import type { Settings } from '../settings/settings.ts';

export function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}

/** Additional headers of pages that contain a token: not cached, no referrer, not indexed. */
export const tokenPageHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

type Services = Pick<Settings, 'CONSENT_ID' | 'GTM_ID'>;
type Directives = Map<string, string[]>;

/**
 * Adds the sources that the consent provider and the tag manager need to a page's Content-Security-Policy, if settings name these services. A policy
 * without 'self' in script-src is returned unchanged: such pages carry a token and run no script files.
 */
export function extendPolicy(policy: string, { CONSENT_ID, GTM_ID }: Services): string {
  const directives = parse(policy);
  if (directives.get('script-src')?.includes("'self'") !== true) return policy;
  if (GTM_ID !== undefined) {
    allow(directives, tagSources);
    // Its scripts create Trusted Types policies, under names that may change.
    directives.delete('trusted-types');
  }
  if (CONSENT_ID !== undefined) {
    allow(directives, consentSources);
    directives.delete('trusted-types');
    // The provider inserts its dialog as text and styles it inline. Script sources stay as strict as before.
    directives.delete('require-trusted-types-for');
    directives.set('style-src', ["'self'", "'unsafe-inline'"]);
  }
  return [...directives].map(([name, values]) => [name, ...values].join(' ')).join('; ');
}

function allow(directives: Directives, sources: Sources): void {
  for (const [name, added] of Object.entries(sources)) directives.set(name, [...new Set([...(directives.get(name) ?? []), ...added])]);
}

function parse(policy: string): Directives {
  return new Map(
    policy.split(';').map((part) => {
      const [name = '', ...values] = part.trim().split(/\s+/);
      return [name, values];
    }),
  );
}
