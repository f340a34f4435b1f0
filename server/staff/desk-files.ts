import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { elementAt } from '../../contract/checked.ts';
import { sendProblem } from '../http/problem.ts';
import { answerUnknown } from '../http/listener.ts';
import type { Resource } from '../http/resource.ts';
import { loadAsset, onDemand, type Assets } from '../http/load-file.ts';
import { sendBuilt, serveAssets, type Overrides } from '../http/site.ts';
import { securityHeaders } from '../http/security-headers.ts';

/** The staff's application as it was built: its document, and the files that the document loads. */
export type DeskFiles = { document: Resource; cvFrame: Resource; assets: Assets };

/**
 * Reads the application's documents into memory; its other files when they are first asked for.
 * @param folder `dist`: its `desk.json` lists the files of `dist/desk`
 * @returns undefined where it was not built
 */
export function loadDesk(folder: string, deskUrl: string): DeskFiles | undefined {
  const list = join(folder, 'desk.json');
  if (!existsSync(list)) return undefined;
  const { assets } = JSON.parse(readFileSync(list, 'utf8')) as { assets: string[] };
  const root = join(folder, 'desk');
  const headers = deskHeaders(deskUrl);
  const load = (path: string) => loadAsset(root, path, path.startsWith('/assets/cv-frame') ? { ...headers, ...cvFrameAsset } : headers);
  const document = load('/index.html');
  const cvFrame = load('/cv-frame.html');
  return {
    document: { ...document, headers: { ...document.headers, 'cache-control': 'no-cache' } },
    cvFrame: { ...cvFrame, headers: cvFrameHeaders(cvFrame.headers) },
    assets: new Map(assets.map((path) => [path, onDemand(() => load(path))])),
  };
}

/**
 * Serves the document at every address without a route or file: the application itself shows the view of the address. The document contains no data.
 * @param ofSite the site's pictures, fonts and styles, which previews of its pages load here, and the company's icon
 */
export function serveDesk(app: FastifyInstance, files: DeskFiles | undefined, ofSite: { assets: Assets; overrides: Overrides }): void {
  const nothing = { detail: 'There is nothing at this address.' };
  answerUnknown(app, (request, reply) => {
    const path = elementAt(request.url.split('?', 1), 0);
    const isView = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(?:api|assets)(?:\/|$)/.test(path);
    if (files === undefined || !isView) return sendProblem(reply, 404, nothing);
    return sendBuilt(request, reply, files.document);
  });
  if (files === undefined) return;
  const pictures = [...ofSite.assets].filter(([path]) => path.lastIndexOf('/') > 0 || path.startsWith('/social'));
  serveAssets(app, new Map([...pictures, ...files.assets]), ofSite.overrides);
  serveCvFrame(app, files.cvFrame);
}

/** The files of the desk's font, Barlow, by weight. */
export function fontsOf(files: Pick<DeskFiles, 'assets'> | undefined): { weight: number; path: string }[] {
  return [...(files?.assets.keys() ?? [])].flatMap((path) => {
    const weight = /^\/assets\/barlow-(\d{3})-[\w-]+\.woff2$/.exec(path)?.[1];
    return weight === undefined ? [] : [{ weight: Number(weight), path }];
  });
}

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

/** Path of the frame that renders CVs. */
const CV_FRAME = '/cv-frame';

/** Header for the frame's own code and style, which contain no data: a document without an origin may load them. */
const cvFrameAsset = { 'cross-origin-resource-policy': 'cross-origin' };

/**
 * Headers of the document that renders a PDF: no origin, no network, no forms, no plugins, no other frame, and only its own code. Code that escapes from the
 * PDF reader finds nothing there but that PDF.
 */
function cvFrameHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return { ...headers, 'content-security-policy': FRAME_POLICY, 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'no-cache' };
}

const FRAME_POLICY = [
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

function serveCvFrame(app: FastifyInstance, frame: Resource): void {
  app.get(CV_FRAME, (request, reply) => sendBuilt(request, reply, frame));
}
