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
  return reply
    .code(429)
    .headers({ ...tokenPageHeaders, 'content-security-policy': POLICY })
    .type('text/html; charset=utf-8')
    .send(pageOf(request.method === 'POST', waitingWords(seconds)));
}

/** In seconds up to two minutes, in minutes up to two hours, and in hours beyond. */
export function waitingWords(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`;
}

function pageOf(sent: boolean, wait: string): string {
  const words = sent
    ? `Nothing was sent, as too many requests came from your network. Please wait ${wait}. Then go back: what you typed is still in your browser, and you can send it again.`
    : `Too many requests came from your network. Please wait ${wait}, and reload this page.`;
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Please wait a moment | ${escapeHtml(companyName)}</title>
<style>${STYLES}</style>
</head>
<body>
<main>
<h1>Please wait a moment</h1>
<p>${words}</p>
</main>
</body>
</html>
`;
}

const STYLES =
  ':root{color-scheme:light dark;font:1.125rem/1.6 Barlow,system-ui,sans-serif}main{max-width:36rem;margin:12vh auto;padding:0 1.5rem}h1{font-size:1.75rem;line-height:1.2}';

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLES).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;
