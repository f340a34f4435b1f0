import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { insightsMarks, insightsMarksFor } from '../../contract/insights-page.ts';
import { MEDIA } from '../../contract/pictures.ts';
import { showPicture } from '../../contract/calls/desk/content-calls.ts';
import { editionPlaceholders } from '../../contract/report-files.ts';
import type { RenderedPage } from '../../contract/rendering.ts';
import type { StaffFile } from '../http/desk-answers.ts';
import { fill, filledPage } from '../http/fill-placeholders.ts';
import { pageSettings } from '../settings/page-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { showMarks } from './mark-texts.ts';

/** A page of a draft for people without an account. Pictures that are not public yet are missing. @param said stands above the page, as HTML */
export function publicPreview(page: RenderedPage, settings: Settings, said: string): { bytes: Buffer; policy: string } {
  const { bytes, policy } = withoutScripts(page.html, settings);
  const robots = '<meta name="robots" content="noindex">';
  const html = bytes
    .toString()
    .replace('</head>', `${robots}</head>`)
    .replace(/<body[^>]*>/, (body) => body + said);
  return { bytes: Buffer.from(html), policy: policy.replace("frame-ancestors 'self'", "frame-ancestors 'none'") };
}

/** A page in the editor: it has no scripts, and its policy lets it run none, send nothing and load nothing from elsewhere. */
export function previewPage({ html }: RenderedPage, settings: Settings): StaffFile {
  // The site does not serve pictures that are not public yet, so all are loaded from the desk, where the reader is signed in.
  const { bytes, policy } = withoutScripts(html.replaceAll(MEDIA, PICTURES), settings);
  return { type: 'text/html; charset=utf-8', name: 'page.html', bytes: bytes.length, content: Readable.from([bytes]), policy };
}

function withoutScripts(html: string, settings: Settings): { bytes: Buffer; policy: string } {
  const without = showMarks(html.replaceAll(SCRIPTS, ''))
    .replace(insightsMarks.props, '')
    .replace(insightsMarks.html, '<p>Portfolios and papers stand here. Find their words by Find a text.</p>')
    .replace(insightsMarksFor('portfolios').html, '<p class="wrap section">The portfolio cards stand here.</p>')
    .replace(insightsMarksFor('papers').html, '<p class="wrap section">The papers stand here.</p>')
    .replaceAll(ISLAND_PROPS, '');
  const marked = fill(filledPage(without, pageSettings(settings)), editionPlaceholders());
  const styles = [...marked.matchAll(STYLES)].map(([, text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`);
  const policy = [...POLICY, ['style-src', "'self'", ...new Set(styles)].join(' ')].join('; ');
  return { bytes: Buffer.from(marked), policy };
}

const PICTURES = showPicture.path.replace(':file', '');

/** A mail in the editor. Its styles are attributes, so they are allowed; nothing else is. */
export function previewMail(marked: string): StaffFile {
  const bytes = Buffer.from(showMarks(marked));
  const policy = [...POLICY, "style-src 'unsafe-inline'"].join('; ');
  return { type: 'text/html; charset=utf-8', name: 'mail.html', bytes: bytes.length, content: Readable.from([bytes]), policy };
}

const SCRIPTS = /<script\b[^>]*>.*?<\/script>/gs;
/** The data of an interactive part: without scripts nothing reads it. */
const ISLAND_PROPS = / data-props="[^"]*"/g;
const STYLES = /<style\b[^>]*>(.*?)<\/style>/gs;

/** Without `sandbox`: in a document that may run no script at all, browsers do not report clicks to the editor around it either. */
const POLICY = [
  "default-src 'none'",
  "img-src 'self' data:",
  "font-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
];
