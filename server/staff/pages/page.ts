import type { FastifyReply } from 'fastify';
import { companySign } from '../../../contract/company-sign.ts';
import { companyNameOf, companySignOf } from '../../http/company-name.ts';
import { escapeHtml } from '../../http/fill-placeholders.ts';
import { tokenPageHeaders } from '../../http/security-headers.ts';
import type { SignImage } from '../../../contract/company-sign.ts';
import { dark, light, space, type } from '../../../ui/tokens.ts';

/** HTML whose texts are escaped already. */
export type Markup = { readonly html: string };

/** A template tag: escapes texts, and inserts markup as it is. */
export function markup(parts: TemplateStringsArray, ...values: readonly (string | number | Markup | readonly Markup[])[]): Markup {
  const written = values.map((value) => {
    if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
    return [value]
      .flat()
      .map(({ html }) => html)
      .join('');
  });
  return { html: parts.map((part, index) => part + (written[index] ?? '')).join('') };
}

export const STYLES = '/sign-in.css';
export const SCRIPT = '/sign-in.js';

type Page = { title: string; body: Markup; status?: number; script?: true };

const { box, lines, curve, point } = companySign;

/** The company's sign as the desk shows it. */
const sign = markup`<svg viewBox="0 0 ${box} ${box}" width="26" height="26" fill="none" aria-hidden="true"><path class="lines" d="${lines}"/>
<path d="${curve}"/><circle cx="${point.x}" cy="${point.y}" r="${point.r}"/></svg>`;

/** The company's sign with its name, as it was uploaded or as it ships. */
function signOf(reply: FastifyReply): Markup {
  const own = companySignOf(reply);
  if (own === undefined) return markup`${sign}<span>${companyNameOf(reply)}</span>`;
  const image = ({ src, width, height }: SignImage, name: string) =>
    markup`<img class="${name}" src="${src}" width="${width}" height="${height}" alt="${own.alt}">`;
  return own.dark === null ? image(own.light, '') : markup`${image(own.light, 'on-light')}${image(own.dark, 'on-dark')}`;
}

/** Sends a page that is made for one request: no cache stores it, and its address is not passed on. */
export function sendDeskPage(reply: FastifyReply, { title, body, status = 200, script }: Page): FastifyReply {
  const name = companyNameOf(reply);
  const page = markup`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} &ndash; ${name} desk</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script src="/theme.js"></script>
<link rel="stylesheet" href="${STYLES}">
${script === true ? markup`<script src="${SCRIPT}" type="module"></script>` : ''}
</head>
<body>
<header class="sign">${signOf(reply)} <small>Desk</small></header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
  return reply.code(status).headers(tokenPageHeaders).type('text/html; charset=utf-8').send(page.html);
}

/** A weight of the desk's font. `path`: URL path of its file. */
export type PageFont = { weight: number; path: string };

/** Styles of the pages that are shown before signing in. */
export function signInStyles(fonts: readonly PageFont[]): string {
  return `${fonts.map(face).join('')}:root {
  color-scheme: light;
  ${declarations(light)}
}
:root[data-theme='dark'] {
  color-scheme: dark;
  ${declarations(dark)}
}
@media (prefers-color-scheme: dark) {
  :root:not([data-theme]) {
    color-scheme: dark;
    ${declarations(dark)}
  }
}
${rules}`;
}

function face({ weight, path }: PageFont): string {
  return `@font-face { font-family: Barlow; font-weight: ${weight}; font-display: swap; src: url('${path}') format('woff2'); }
`;
}

const rules = `* { box-sizing: border-box; }
html { -webkit-text-size-adjust: none; text-size-adjust: none; }
body { margin: 0; min-height: 100dvh; display: grid; align-content: start; justify-content: center; gap: ${space.s3}; padding: 12vh 1rem ${space.s4}; background: var(--surface); color: var(--ink); font: ${type['text-s']}/${type['leading-s']} ${type.font}; font-synthesis: none; font-variant-ligatures: none; -webkit-font-smoothing: antialiased; overflow-wrap: anywhere; }
.sign { display: flex; align-items: center; gap: 0.5rem; font-size: 1.1875rem; font-weight: 600; letter-spacing: -0.018em; line-height: 1; }
.sign svg { flex: none; }
.sign img { max-width: 100%; height: auto; }
.on-dark, :root[data-theme='dark'] .on-light { display: none; }
:root[data-theme='dark'] .on-dark { display: inline; }
@media (prefers-color-scheme: dark) { :root:not([data-theme]) .on-light { display: none; } :root:not([data-theme]) .on-dark { display: inline; } }
.sign path { stroke: currentcolor; stroke-width: 2.25; stroke-linecap: round; }
.sign .lines { stroke: var(--line-strong); stroke-width: 1.5; }
.sign circle { fill: var(--primary); }
.sign small { padding-left: 0.5rem; border-left: 1px solid var(--line-strong); font-size: ${type['text-s']}; font-weight: 400; letter-spacing: 0; line-height: 1.1; }
main { width: min(28rem, 100vw - 2rem); padding: ${space.s4}; background: var(--raised); border: 1px solid var(--line); border-radius: ${space['radius-l']}; }
h1 { margin: 0 0 ${space.s2}; font-size: ${type.h3}; font-weight: 600; line-height: 1.2; letter-spacing: -0.012em; text-wrap: balance; }
h2 { margin: ${space.s4} 0 ${space.s1}; font-size: ${type.text}; font-weight: 600; line-height: 1.35; }
p { margin: 0 0 ${space.s2}; color: var(--ink-2); }
main > :last-child, main > :last-child > :last-child { margin-bottom: 0; }
code { padding: 0.125rem 0.375rem; border: 1px solid var(--line); border-radius: ${space.radius}; background: var(--surface); color: var(--ink); font: 0.875rem/1.4 ui-monospace, monospace; white-space: nowrap; }
label { display: block; margin-bottom: 0.25rem; font-weight: 600; }
input { width: 100%; min-height: ${space.target}; margin-bottom: ${space.s2}; padding: 0.5rem 0.75rem; border: 1px solid var(--line-strong); border-radius: ${space.radius}; background: var(--canvas); color: var(--ink); font: inherit; font-size: 1rem; }
input:focus-visible { border-color: var(--primary); outline-offset: 0; }
button, .button { display: inline-block; min-height: ${space.target}; padding: 0.5rem 1.25rem; border: 1px solid var(--primary); border-radius: ${space.radius}; background: var(--primary); color: var(--on-primary); font: inherit; font-weight: 600; line-height: 1.6; text-align: center; text-decoration: none; cursor: pointer; }
button:hover, .button:hover { border-color: var(--primary-hover); background: var(--primary-hover); color: var(--on-primary); }
button.plain { border-color: var(--line-strong); background: transparent; color: var(--ink); }
button.plain:hover { border-color: var(--primary); background: transparent; color: var(--primary); }
button[disabled] { opacity: 0.6; cursor: default; }
:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }
ul { margin: 0 0 ${space.s2}; padding: 0; border-top: 1px solid var(--line); list-style: none; }
li { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; justify-content: space-between; padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
li > span { flex: 1 1 12rem; }
form { margin: 0 0 ${space.s2}; }
li form { margin: 0; }
small { display: block; color: var(--ink-3); font-size: ${type['text-xs']}; }
a { color: var(--primary); text-underline-offset: 0.2em; }
#fault:empty, [role='alert']:empty { display: none; }
[role='alert'] { padding: 0.75rem 1rem; border: 1px solid var(--danger); border-radius: ${space.radius}; background: var(--danger-soft); color: var(--ink); }
[hidden] { display: none; }
@media (width < 30rem) { body { padding-top: ${space.s3}; } main { padding: 1.25rem; } main > form > button, main > p > button, main > p > .button { width: 100%; } }
`;

function declarations(tokens: Readonly<Record<string, string>>): string {
  return Object.entries(tokens)
    .map(([name, value]) => `--${name}: ${value};`)
    .join('\n  ');
}
