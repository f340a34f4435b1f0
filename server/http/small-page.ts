import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { companyName } from '../../contract/company.ts';
import { sendProblem } from './problem.ts';
import { wantsPage } from './read-request.ts';
import { tokenPageHeaders } from './security-headers.ts';
import { escapeHtml } from './site.ts';

/**
 * Answers 429 with Retry-After, a browser with a small page. Nothing of the request is read or repeated: what was typed is in the browser still.
 * @param seconds until the next request of this client is taken
 */
export function refuseTooMany(request: FastifyRequest, reply: FastifyReply, seconds: number): FastifyReply {
  reply.header('retry-after', seconds);
  if (!wantsPage(request)) return sendProblem(reply, 429, { detail: `Please try again in ${seconds} seconds.` });
  const wait = waitingWords(seconds);
  const words =
    request.method === 'POST'
      ? `Nothing was sent, as too many requests came from your network. Please wait ${wait}. Then go back: what you typed is still in your browser, and you can send it again.`
      : `Too many requests came from your network. Please wait ${wait}, and reload this page.`;
  return sendSmallPage(reply, 429, { title: 'Please wait a moment', words });
}

/** A page of a sentence or two that needs nothing else of the site. Its cost is that of a refusal in JSON. */
export function sendSmallPage(reply: FastifyReply, status: number, text: { title: string; words: string }): FastifyReply {
  return reply
    .code(status)
    .headers({ ...tokenPageHeaders, 'content-security-policy': POLICY })
    .type('text/html; charset=utf-8')
    .send(pageOf(text));
}

/** In seconds up to two minutes, in minutes up to two hours, and in hours beyond. */
function waitingWords(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`;
}

function pageOf({ title, words }: { title: string; words: string }): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} | ${escapeHtml(companyName)}</title>
<style>${STYLES}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(words)}</p>
</main>
</body>
</html>
`;
}

const STYLES =
  ':root{color-scheme:light dark;font:1.125rem/1.6 Barlow,system-ui,sans-serif}main{max-width:36rem;margin:12vh auto;padding:0 1.5rem}h1{font-size:1.75rem;line-height:1.2}';

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLES).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;
