import { pdfjs } from 'react-pdf';
// oxlint-disable-next-line import/default -- Vite gives the file's address
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

type Policies = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string } };

/** Gives pdf.js its worker: our own file, which the page's policy of trusted types must be told. */
export function startPdfWorker(): void {
  if (pdfjs.GlobalWorkerOptions.workerPort) return;
  const { trustedTypes } = window as { trustedTypes?: Policies };
  const policy = trustedTypes?.createPolicy('pdf-worker', { createScriptURL: () => workerUrl });
  pdfjs.GlobalWorkerOptions.workerPort = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' });
}
