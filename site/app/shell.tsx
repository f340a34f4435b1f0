import type { ReactNode } from 'react';
import type { PageRow } from '../../contract/pages.ts';
import { ConsentBanner } from '../frame/consent-banner.tsx';
import { FloatingButton } from '../frame/floating-button.tsx';
import { Footer } from '../frame/footer.tsx';
import { Header } from '../frame/header.tsx';
import { LoadFailure } from '../frame/load-failure.tsx';
import { PageHead } from '../frame/page-head.tsx';
import { PageScripts } from '../frame/page-scripts.ts';
import { ProgressBar } from '../frame/progress-bar.tsx';
import styles from './shell.module.css';

export function Shell({ page, children }: { page: PageRow; children: ReactNode }) {
  const scripts = page.scripts !== false;
  return (
    <PageScripts value={scripts}>
      <PageHead page={page} />
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      {scripts && <ConsentBanner />}
      <Header page={page} />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Footer />
      {scripts && (
        <>
          <FloatingButton page={page} />
          <LoadFailure />
          <ProgressBar />
        </>
      )}
    </PageScripts>
  );
}
