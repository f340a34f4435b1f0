import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from './csp.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const directive = (policy: string, name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `));

describe('the policy of a page', () => {
  it('allows each inline script and style by its hash, and nothing inline besides', async () => {
    const html = '<script>one()</script><style>a{}</style><script data-x="y">two()</script><style media="all">b{}</style>';
    const policy = await contentSecurityPolicy(html, {});
    expect(directive(policy, 'script-src')).toBe(`script-src 'self' ${hashOf('one()')} ${hashOf('two()')}`);
    expect(directive(policy, 'style-src')).toBe(`style-src 'self' ${hashOf('a{}')} ${hashOf('b{}')}`);
    expect(policy).not.toContain('unsafe-inline');
    for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"]) {
      expect(policy.split('; ')).toContain(part);
    }
  });

  it('hashes any script text exactly as it stands', async () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !/<\/?(script|style)|\son\w+="|\sstyle="/i.test(value));
    await fc.assert(
      fc.asyncProperty(text, async (code) => {
        expect(await contentSecurityPolicy(`<p></p><script>${code}</script>`, {})).toContain(hashOf(code));
      }),
    );
  });

  it('names the policies of trusted types that the scripts make; where none runs there is none', async () => {
    expect(directive(await contentSecurityPolicy('<p></p>', {}), 'trusted-types')).toBe('trusted-types default pdf-worker services');
    expect(directive(await contentSecurityPolicy('<p></p>', { scripts: false }), 'trusted-types')).toBe("trusted-types 'none'");
  });

  it('leaves data blocks and external scripts out', async () => {
    const html = '<script type="application/ld+json">{}</script><script src="/x.js"></script><script type="module">m()</script>';
    expect(directive(await contentSecurityPolicy(html, {}), 'script-src')).toBe(`script-src 'self' ${hashOf('m()')}`);
  });

  it('lets a page without scripts run none, and refuses to build one that has any', async () => {
    expect(directive(await contentSecurityPolicy('<p>token</p>', { scripts: false }), 'script-src')).toBe("script-src 'none'");
    await expect(contentSecurityPolicy('<script>x()</script>', { scripts: false })).rejects.toThrow('without scripts');
  });

  it('lets one that carries a token run what stands in it, and no file', async () => {
    const policy = await contentSecurityPolicy('<script data-zone="x">z()</script>', { scripts: false, asksZone: true });
    expect(directive(policy, 'script-src')).toBe(`script-src ${hashOf('z()')}`);
    expect(directive(policy, 'trusted-types')).toBe("trusted-types 'none'");
  });

  it('refuses what the policy would silently block', async () => {
    await expect(contentSecurityPolicy('<p style="color:red"></p>', {})).rejects.toThrow('style attribute');
    await expect(contentSecurityPolicy('<p onclick="x()"></p>', {})).rejects.toThrow('event handler');
  });
});
