import { securityHeaders } from '../http/security-headers.ts';

/** Headers of every answer of the desk: code, styles and calls of its own origin alone, and nothing inline. */
export function deskHeaders(deskUrl: string): Record<string, string> {
  return { ...securityHeaders(deskUrl), 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');
