import type { FastifyInstance } from 'fastify';
import type { Resource } from '../http/resource.ts';
import { sendBuilt } from '../http/site.ts';

/** Path of the frame that renders CVs. */
const CV_FRAME = '/cv-frame';

/** Header for the frame's own code and style, which contain no data: a document without an origin may load them. */
export const cvFrameAsset = { 'cross-origin-resource-policy': 'cross-origin' };

/**
 * Headers of the document that renders a PDF: no origin, no network, no forms, no plugins, no other frame, and only its own code. Code that escapes from the
 * PDF reader finds nothing there but that PDF.
 */
export function cvFrameHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return { ...headers, 'content-security-policy': POLICY, 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'no-cache' };
}

const POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export function serveCvFrame(app: FastifyInstance, frame: Resource): void {
  app.get(CV_FRAME, (request, reply) => sendBuilt(request, reply, frame));
}
