// The Content-Security-Policy of a finished page: inline scripts and styles are allowed by their hashes, everything else inline is blocked.
import type { PageRow } from '../../contract/pages.ts';
import { placeholders } from '../../contract/placeholders.ts';

/** Attributes of a `<script>` that is external, or a data block of a type that browsers do not run: script-src hashes do not apply. */
const NOT_INLINE = /\bsrc=|\btype="(?!(?:module|speculationrules|text\/javascript|application\/javascript)?")/i;

/** The trusted-types policies that the site's scripts create: pdf-worker.ts and load-script.ts. */
const TRUSTED_TYPES = ['default', 'pdf-worker', 'services'];

type Allowed = Pick<PageRow, 'scripts' | 'asksZone'>;

/**
 * @param html the page exactly as it will be sent
 * @param page whether it may run scripts, or at least the inline one that asks for the time zone
 */
export async function contentSecurityPolicy(html: string, page: Allowed): Promise<string> {
  const [scripts, inline] = [page.scripts !== false, page.asksZone === true];
  if (!scripts && !inline && /<script\b/i.test(html)) throw new Error('a page without scripts contains one');
  if (/<[^<>]+\sstyle="/i.test(html)) throw new Error('an inline style attribute: the policy would block it');
  if (/<[^<>]+\son[a-z]+="/i.test(html)) throw new Error('an inline event handler: the policy would block it');
  const directives: [string, ...string[]][] = [
    ['default-src', "'none'"],
    ['script-src', ...(scripts ? ["'self'"] : []), ...(scripts || inline ? await hashesOf(html, 'script') : ["'none'"])],
    ['style-src', "'self'", ...(await hashesOf(html, 'style'))],
    ['img-src', "'self'", 'data:', placeholders.flags],
    ['font-src', "'self'"],
    ['connect-src', "'self'", placeholders.api, placeholders.marketing],
    ['worker-src', "'self'"],
    ['manifest-src', "'self'"],
    ['form-action', "'self'"],
    ['frame-ancestors', "'none'"],
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', ...(scripts ? TRUSTED_TYPES : ["'none'"])],
  ];
  return directives.map((directive) => directive.join(' ')).join('; ');
}

/** The distinct hashes of all inline scripts that run, or of all inline styles. */
async function hashesOf(html: string, tag: 'script' | 'style'): Promise<Set<string>> {
  const parts = html.matchAll(new RegExp(`<${tag}\\b([^>]*)>(.*?)</${tag}>`, 'gis'));
  const inline = [...parts].filter(([, attributes = '']) => !NOT_INLINE.test(attributes));
  return new Set(await Promise.all(inline.map(async ([, , text = '']) => `'sha256-${await sha256(text)}'`)));
}

async function sha256(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...bytes));
}
