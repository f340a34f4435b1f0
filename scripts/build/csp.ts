// The Content-Security-Policy of a finished page: everything inline is allowed by its hash, nothing else is.
import { createHash } from 'node:crypto';
import { placeholders } from '../../contract/placeholders.ts';

/** Types of `<script>` that a browser acts upon; anything else is a data block, to which script-src does not apply. */
const RUNS = /^(|module|speculationrules|text\/javascript|application\/javascript)$/i;

/** The policies of trusted types that the site's scripts make, each once: pdf-worker.ts and load-script.ts. */
const TRUSTED_TYPES = ['default', 'pdf-worker', 'services'];

/**
 * `html` is the page exactly as it will be sent; `scripts` says whether it may run any script at all.
 */
export function contentSecurityPolicy(html: string, { scripts }: { scripts: boolean }): string {
  const inline = inlineParts(html);
  if (!scripts && /<script\b/i.test(html)) throw new Error('a page without scripts contains one');
  if (/<[^>]+\sstyle="/i.test(html)) throw new Error('an inline style attribute: the policy would block it');
  if (/<[^>]+\son[a-z]+="/i.test(html)) throw new Error('an inline event handler: the policy would block it');
  const directives: [string, ...string[]][] = [
    ['default-src', "'none'"],
    ['script-src', ...(scripts ? ["'self'", ...inline.scripts.map(hashSource)] : ["'none'"])],
    ['style-src', "'self'", ...inline.styles.map(hashSource)],
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

/** The text of every inline script that runs and of every inline style, each once. */
export function inlineParts(html: string): { scripts: string[]; styles: string[] } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const [, attributes = '', text = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)) {
    const type = /\btype="([^"]*)"/i.exec(attributes)?.[1] ?? '';
    if (RUNS.test(type) && !/\bsrc=/i.test(attributes)) scripts.add(text);
  }
  for (const [, text = ''] of html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/gi)) styles.add(text);
  return { scripts: [...scripts], styles: [...styles] };
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
