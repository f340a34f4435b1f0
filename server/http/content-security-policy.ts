import { consentSources, tagSources, type Sources } from '../../contract/third-parties.ts';
import type { Settings } from '../settings/settings.ts';

type Services = Pick<Settings, 'CONSENT_ID' | 'GTM_ID'>;
type Directives = Map<string, string[]>;

/**
 * Adds to a page's Content-Security-Policy what the consent provider and the tag manager need, where settings name them, and
 * nothing where none is named. A page that runs no script, or only what stands in it, carries a token: it stays as it is.
 */
export function extendPolicy(policy: string, { CONSENT_ID, GTM_ID }: Services): string {
  const directives = parse(policy);
  if (directives.get('script-src')?.includes("'self'") !== true) return policy;
  if (GTM_ID !== undefined) {
    allow(directives, tagSources);
    // Its scripts make policies of their own, under names that it may change.
    directives.delete('trusted-types');
  }
  if (CONSENT_ID !== undefined) {
    allow(directives, consentSources);
    directives.delete('trusted-types');
    // The provider writes its dialog as text and styles it inline. Scripts stay as strict as they were.
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
