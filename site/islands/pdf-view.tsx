import { useEffect, useMemo, useRef, useState } from 'react';
import { Document, Page } from 'react-pdf';
import { reportDownload as words } from '../content/downloads.ts';
import { startPdfWorker } from './pdf-worker.ts';
import './react-pdf.css';
import styles from './pdf-view.module.css';

export function PdfView({ data, title }: { data: Uint8Array; title: string }) {
  const container = useRef<HTMLDivElement>(null);
  const width = useWidth(container);
  const [pages, setPages] = useState(0);
  const [failed, setFailed] = useState(false);
  // pdf.js takes ownership of the bytes, so each document gets a copy.
  const file = useMemo(() => ({ data: data.slice() }), [data]);
  useState(startPdfWorker);
  if (failed) return <p>{words.drawFailed}</p>;
  return (
    <section ref={container} className={styles.pages} aria-label={title}>
      <Document
        file={file}
        suspense={false}
        loading={null}
        error={null}
        onLoadSuccess={({ numPages }) => setPages(numPages)}
        onLoadError={() => setFailed(true)}
      >
        {width > 0
          ? Array.from({ length: pages }, (_, i) => (
              <Page
                key={i}
                className={styles.page ?? null}
                pageNumber={i + 1}
                suspense={false}
                width={width}
                loading={null}
                aria-label={`${words.page} ${i + 1}`}
              />
            ))
          : null}
      </Document>
    </section>
  );
}

function useWidth(container: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [container]);
  return width;
}
