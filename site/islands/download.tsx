import { useEffect, useState, type ComponentType } from 'react';
import { reportPath, reports, type ReportType } from '../../contract/report-files.ts';
import { reportDownload as words } from '../content/downloads.ts';
import { sendDownload } from '../frame/download-event.ts';
import { pageSetting } from '../frame/page-setting.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { pageIcons } from '../../ui/page-icons.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './download.module.css';
import { Missing } from './missing.tsx';

/** Time between the arrival of the file and its announcement. */
const DELAY_MS = 1500;

type PdfView = ComponentType<{ data: Uint8Array; title: string }>;
/** `view` is undefined if the browser cannot run the PDF viewer. */
type Loaded = { data: Uint8Array; view: PdfView | undefined } | 'missing' | undefined;

type DownloadProps = {
  type: ReportType;
  /** The current edition: its name, the last day of its figures, and the name of the saved file. */
  edition: { label: string; to: string; file: string };
};

export function Component({ type, edition }: DownloadProps) {
  const { title, file } = reports[type];
  const url = pageSetting('api') + reportPath(type);
  const loaded = useReport(url);
  const [announced, setAnnounced] = useState(false);
  const here = loaded !== undefined && loaded !== 'missing';
  useEffect(() => {
    if (!here) return undefined;
    sendDownload(file);
    const timer = setTimeout(() => setAnnounced(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, [here, file]);
  if (loaded === 'missing') return <Missing />;
  return (
    <>
      <header className={`stack gap-1 mb-4 ${styles.head}`}>
        <h1 tabIndex={-1}>{title}</h1>
        <p className={`lead ${styles.lead}`}>
          {edition.label}, {words.to} {edition.to}
        </p>
        <div className={`row wraps middle apart ${styles.bar}`}>
          <output className={`row middle gap-1 quiet strong ${styles.status}`}>
            {here ? null : words.loading}
            {announced ? (
              <>
                <Icon name="check" size={20} />
                {words.downloaded}
              </>
            ) : null}
          </output>
          <a href={url} download={edition.file} className={buttonClass({ variant: 'outline' })}>
            <Icon path={pageIcons.download} size={20} />
            {words.save}
          </a>
        </div>
      </header>
      {here ? <Report {...loaded} title={title} /> : <Sheet />}
    </>
  );
}

function Report({ view: View, data, title }: Exclude<Loaded, 'missing' | undefined> & { title: string }) {
  return View ? <View data={data} title={title} /> : <p>{words.drawFailed}</p>;
}

function useReport(url: string): Loaded {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    let wanted = true;
    const view = import('./pdf-view.tsx').then(
      ({ PdfView }) => PdfView,
      () => undefined,
    );
    Promise.all([fetchFile(url), view]).then(
      ([data, shown]) => wanted && setLoaded(data ? { data, view: shown } : 'missing'),
      (error: unknown) => {
        // oxlint-disable-next-line no-console -- for developers
        console.error('The report could not be loaded.', error);
        if (wanted) setLoaded('missing');
      },
    );
    return () => {
      wanted = false;
    };
  }, [url]);
  return loaded;
}

async function fetchFile(url: string): Promise<Uint8Array | undefined> {
  const response = await fetch(url);
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
}

function Sheet() {
  return (
    <div className={styles.sheet}>
      <Skeleton shape="block" />
    </div>
  );
}
