import { pdfjs } from 'react-pdf';
// oxlint-disable-next-line import/default -- Vite exports the file's address
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

type Rules = { createScriptURL?(url: string): string; createHTML?(html: string): string | null };
type Policies = { createPolicy(name: string, rules: Rules): { createScriptURL(url: string): string } };

/**
 * Starts the worker of pdf.js from our file, and allows what it needs under the page's trusted types policy: the worker's address, and the empty HTML
 * with which it clears its layers.
 */
export function startPdfWorker(): void {
  if (pdfjs.GlobalWorkerOptions.workerPort) return;
  const { trustedTypes } = window as { trustedTypes?: Policies };
  trustedTypes?.createPolicy('default', { createHTML: (html) => (html === '' ? html : null) });
  const policy = trustedTypes?.createPolicy('pdf-worker', { createScriptURL: () => workerUrl });
  pdfjs.GlobalWorkerOptions.workerPort = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' });
}
