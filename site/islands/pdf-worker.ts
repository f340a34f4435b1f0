import { pdfjs } from 'react-pdf';
// oxlint-disable-next-line import/default -- Vite gives the file's address
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

type Rules = { createScriptURL?(url: string): string; createHTML?(html: string): string | null };
type Policies = { createPolicy(name: string, rules: Rules): { createScriptURL(url: string): string } };

/**
 * Gives pdf.js its worker, our own file, and tells the page's policy of trusted types what it does: that file's address, and markup that is
 * nothing at all, by which it empties its layers.
 */
export function startPdfWorker(): void {
  if (pdfjs.GlobalWorkerOptions.workerPort) return;
  const { trustedTypes } = window as { trustedTypes?: Policies };
  trustedTypes?.createPolicy('default', { createHTML: (html) => (html === '' ? html : null) });
  const policy = trustedTypes?.createPolicy('pdf-worker', { createScriptURL: () => workerUrl });
  pdfjs.GlobalWorkerOptions.workerPort = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' });
}
