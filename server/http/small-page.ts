import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { companySign } from '../../contract/company-sign.ts';
import { dark, light } from '../../ui/tokens.ts';
import { companyNameOf, companySignOf } from './company-name.ts';
import { tokenPageHeaders } from './security-headers.ts';
import { escapeHtml } from './fill-placeholders.ts';

/** Sends a page with a short text that loads nothing else of the site. It costs as little as a refusal in JSON. */
export function sendSmallPage(reply: FastifyReply, status: number, { title, words }: { title: string; words: string }): FastifyReply {
  const name = escapeHtml(companyNameOf(reply));
  return reply
    .code(status)
    .headers({ ...tokenPageHeaders, 'content-security-policy': POLICY })
    .type('text/html; charset=utf-8')
    .send(
      `${HEAD}<title>${escapeHtml(title)} | ${name}</title><header><a href="/">${companySignOf(reply) === undefined ? SIGN : ''}${name}</a></header><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(words)}</p></main></html>`,
    );
}

const { box, curve, lines, point } = companySign;

const STYLES = [
  `:root{color-scheme:light dark;${colours(light)}}@media(prefers-color-scheme:dark){:root{${colours(dark)}}}`,
  'body{margin:0;background:var(--c);color:var(--t);font:1.0625rem/1.647 Barlow,system-ui,sans-serif}',
  'a{display:flex;gap:.75rem;align-items:center;padding:1.25rem max(6vw,50vw - 37.5rem);border-bottom:1px solid var(--l);color:var(--i);font-weight:600;text-decoration:none}',
  'svg{fill:none;stroke:currentcolor;stroke-width:1.6}path+path{stroke-width:2.4}circle{fill:var(--p);stroke:none}',
  'p{max-width:36rem}main{padding:12vh max(6vw,50vw - 37.5rem)}h1{margin:0;color:var(--i);font-size:clamp(1.875rem,1.55rem + 1.45vw,2.75rem);line-height:1.1}',
].join('');

const HEAD = `<!doctype html>
<html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><style>${STYLES}</style>`;

const SIGN =
  `<svg viewBox="0 0 ${box} ${box}" width="28" height="28" aria-hidden="true"><path d="${lines}"/><path d="${curve}"/>` +
  `<circle cx="${point.x}" cy="${point.y}" r="${point.r}"/></svg>`;

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLES).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

function colours({ canvas, ink, 'ink-2': text, line, primary }: Record<'canvas' | 'ink' | 'ink-2' | 'line' | 'primary', string>): string {
  return `--c:${canvas};--i:${ink};--t:${text};--l:${line};--p:${primary}`;
}
