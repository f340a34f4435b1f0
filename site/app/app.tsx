import { useEffect } from 'react';
import type { Page } from '../../contract/pages.ts';
import { rememberLanding } from '../forms/landing.ts';
import { BusyBar } from '../frame/busy-bar.tsx';
import { ConsentHost } from '../frame/consent-host.tsx';
import { ContactModalHost, openContactModal } from '../frame/contact-modal-host.tsx';
import { FallbackForm } from '../frame/fallback-form.tsx';
import { FloatingButton } from '../frame/floating-button.tsx';
import { Footer } from '../frame/footer.tsx';
import { Header } from '../frame/header.tsx';
import { PageHead } from '../frame/page-head.tsx';
import { PageScripts } from '../frame/page-scripts.ts';
import { getVisitorId } from '../frame/visitor.ts';
import { Still } from '../frame/still.tsx';
import styles from './app.module.css';
import { ErrorBoundary } from './error-boundary.tsx';
import { useShownPage } from './use-shown-page.ts';

const main = { id: 'main', tabIndex: -1 };

/** The whole site: its frame around the page of the address. `built` is given where there is no address bar. */
export function App({ built }: { built?: Page }) {
  const { row, view: View, visit } = useShownPage(built);
  useEffect(() => {
    getVisitorId();
    document.documentElement.toggleAttribute('data-scrollbar', innerWidth > document.documentElement.clientWidth);
    rememberLanding();
    openLinkedForm();
    window.pageAnswers?.();
  }, []);
  return (
    <PageScripts value={row.scripts !== false}>
      <PageHead page={row} />
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <ConsentHost />
      <Header page={row} />
      {View ? (
        <main key={visit} {...main} className={visit === 0 ? styles.loaded : styles.entered}>
          <ErrorBoundary>
            <View page={row} />
          </ErrorBoundary>
        </main>
      ) : (
        <Still key={visit} as="main" {...main} className={styles.loaded}>
          {''}
        </Still>
      )}
      <Footer />
      <FloatingButton page={row} />
      <ContactModalHost />
      <BusyBar />
      <FallbackForm />
    </PageScripts>
  );
}

/** `/#form=<caller>`: how pages without scripts, and mails, lead to a form. */
function openLinkedForm() {
  const caller = /^#form=([A-Za-z0-9_-]{1,64})$/.exec(location.hash)?.[1];
  if (!caller) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  void openContactModal(caller);
}
