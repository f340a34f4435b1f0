import { use, useEffect, useRef, type ReactNode } from 'react';
import { companyName } from '../../contract/company.ts';
import { AccountContext } from '../account/account-context.ts';
import { hasNavigated } from '../router/navigation.ts';
import styles from './view-head.module.css';

type ViewHeadProps = { title: string; /** Beneath it. */ about?: ReactNode; /** Of the view, beside it. */ children?: ReactNode };

/** The heading of a view, which gets the focus after navigation, and the title of the tab. */
export function ViewHead({ title, about, children }: ViewHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const company = use(AccountContext)?.company ?? companyName;
  useEffect(() => {
    document.title = `${title} – ${company} desk`;
  }, [title, company]);
  useEffect(() => {
    if (hasNavigated()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={`row wraps apart mb-3 ${styles.head}`}>
      <div className="stack gap-half min-w-0">
        <h1 ref={heading} tabIndex={-1} className="breaks">
          {title}
        </h1>
        {about !== undefined && <div className="quiet">{about}</div>}
      </div>
      {children !== undefined && <div className="row wraps gap-1">{children}</div>}
    </div>
  );
}
