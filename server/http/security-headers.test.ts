import { describe, expect, it } from 'vitest';
import { extendPolicy } from './security-headers.ts';

const none = { CONSENT_ID: undefined, GTM_ID: undefined };
const policy =
  "default-src 'none'; script-src 'self' 'sha256-abc='; style-src 'self' 'sha256-def='; img-src 'self' data:; connect-src 'self'; require-trusted-types-for 'script'; trusted-types default";

describe('extendPolicy', () => {
  it('changes nothing where no setting names a service', () => {
    expect(extendPolicy(policy, none)).toBe(policy);
  });

  it("allows the tag manager's hosts, and keeps everything else as strict as it was", () => {
    const extended = extendPolicy(policy, { ...none, GTM_ID: 'GTM-ABC1234' });
    expect(extended).toContain("script-src 'self' 'sha256-abc=' https://*.googletagmanager.com;");
    expect(extended).toContain("require-trusted-types-for 'script'");
    // The tag manager's scripts create policies whose names are not known in advance.
    expect(extended).not.toContain('trusted-types default');
    expect(extended).not.toContain('unsafe-inline');
  });

  it("allows the consent provider's hosts and styles, never inline scripts", () => {
    const extended = extendPolicy(policy, { ...none, CONSENT_ID: '6c7a3e5d-0f1b-4b58-9a52-3f0d8f6f2f11' });
    expect(extended).toContain('https://consent.cookiebot.com');
    expect(extended).toContain("style-src 'self' 'unsafe-inline'");
    expect(extended).not.toContain('trusted-types');
    expect(/script-src [^;]*/.exec(extended)?.[0]).not.toContain('unsafe-inline');
    expect(extended).toContain('frame-src https://consentcdn.cookiebot.com');
  });

  it.each(["'none'", "'sha256-abc='"])('leaves a page alone that runs none of our files: %s', (scripts) => {
    const unextended = `default-src 'none'; script-src ${scripts}; style-src 'self'`;
    expect(extendPolicy(unextended, { ...none, GTM_ID: 'GTM-ABC1234', CONSENT_ID: '6c7a3e5d-0f1b-4b58-9a52-3f0d8f6f2f11' })).toBe(
      unextended,
    );
  });
});
