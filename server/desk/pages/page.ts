import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../../http/site.ts';
import { tokenPageHeaders } from '../../http/security-headers.ts';

/** HTML whose texts are escaped already. */
export type Markup = { readonly html: string };

/** A template whose values are texts, or markup made by it. */
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

/** A page that is made for one request: nothing stores it, nothing learns its address. */
export function sendDeskPage(reply: FastifyReply, { title, body, status = 200, script }: Page): FastifyReply {
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} &ndash; Desk</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${STYLES}">
${script === true ? markup`<script src="${SCRIPT}" type="module"></script>` : ''}
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
  return reply.code(status).headers(tokenPageHeaders).type('text/html; charset=utf-8').send(page.html);
}
