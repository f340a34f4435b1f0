import type { FastifyReply } from 'fastify';
import { companySign } from '../../../contract/company-sign.ts';
import { companyName } from '../../../contract/company.ts';
import { escapeHtml } from '../../http/escape-html.ts';
import { tokenPageHeaders } from '../../http/security-headers.ts';

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
<path d="${curve}"/><circle cx="${point.x}" cy="${point.y}" r="${point.r}"/></svg><span>${companyName}</span> <small>Desk</small>`;

/** Sends a page that is made for one request: no cache stores it, and its address is not passed on. */
export function sendDeskPage(reply: FastifyReply, { title, body, status = 200, script }: Page): FastifyReply {
  const page = markup`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} &ndash; ${companyName} desk</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script src="/theme.js"></script>
<link rel="stylesheet" href="${STYLES}">
${script === true ? markup`<script src="${SCRIPT}" type="module"></script>` : ''}
</head>
<body>
<header class="sign">${sign}</header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
  return reply.code(status).headers(tokenPageHeaders).type('text/html; charset=utf-8').send(page.html);
}
