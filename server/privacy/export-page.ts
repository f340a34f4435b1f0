import { companyName } from '../../contract/company.ts';
import { escapeHtml } from '../http/fill-placeholders.ts';
import type { ExportDocument } from './export-document.ts';

/** The document as an HTML page for reading, in pieces. It loads nothing. */
export function* exportPage(document: ExportDocument): Generator<string> {
  const { address, exported, requests, mailsLeftOut, ...rest } = document;
  const title = `What ${companyName} holds on ${address}`;
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>
body { font: 1rem/1.5 sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; border-top: 1px solid; padding-top: 1rem; }
dl { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: 0.25rem 1rem; margin: 0; }
dt { font-weight: bold; }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
li { margin-bottom: 0.75rem; }
</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>As of ${escapeHtml(exported)} (times are in UTC). The same for machines: <a href="data.json">data.json</a>.</p>
`;
  for (const [index, request] of requests.entries())
    yield `<h2>Request ${index + 1}: ${escapeHtml(request.request)}</h2>${valueHtml(request)}\n`;
  if (requests.length === 0) yield '<p>No request is held.</p>\n';
  for (const [name, value] of Object.entries(rest)) yield `<h2>${escapeHtml(words(name))}</h2>${valueHtml(value)}\n`;
  if (mailsLeftOut > 0) yield `<p>${mailsLeftOut} kept lists for staff name other people, too, and are not part of this copy.</p>\n`;
  yield '</body>\n</html>\n';
}

function valueHtml(value: unknown, name = ''): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return 'none';
    return `<ol>${value.map((one) => `<li>${valueHtml(one)}</li>`).join('')}</ol>`;
  }
  if (typeof value === 'object' && value !== null) {
    const rows = Object.entries(value).map(([key, one]) => `<dt>${escapeHtml(words(key))}</dt><dd>${valueHtml(one, key)}</dd>`);
    return rows.length === 0 ? 'none' : `<dl>${rows.join('')}</dl>`;
  }
  if (value === null || value === '') return '-';
  if (typeof value !== 'string') return escapeHtml(JSON.stringify(value));
  return name === 'file' ? `<a href="${escapeHtml(encodeURI(value))}">${escapeHtml(value)}</a>` : escapeHtml(value);
}

/** Turns a name such as 'firstMail' or 'accept_newsletter' into words. */
function words(name: string): string {
  const spaced = name
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
