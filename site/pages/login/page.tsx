import { login } from '../../content/login.ts';
import { ContactButton } from '../../frame/contact-button.tsx';
import { pageSetting } from '../../frame/page-setting.ts';
import { Island } from '../../islands/island.tsx';
import { ScreenPicture } from '../../sections/screen-picture.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { pageIcons } from '../../../ui/page-icons.ts';
import styles from './page.module.css';

export function Page() {
  return (
    <div className={`wrap stack page-padding ${styles.page}`}>
      <div>
        <h1 className="h1-small" tabIndex={-1}>
          {login.title}
        </h1>
        <p className={`lead ${styles.lead}`}>{login.lead}</p>
        <noscript>
          <p>{login.withoutScripts}</p>
        </noscript>
        <Island name="login-form" when="intent" props={{}} />
        <ul className={styles.ways}>
          <li className={`row wraps middle apart quiet ${styles.way}`}>
            <span>{login.platform.text}</span>
            <a href={pageSetting('platform')} className="action-link" target="_blank" rel="noopener">
              {login.platform.label}
              <Icon path={pageIcons['arrow-out']} size={20} />
            </a>
          </li>
          <li className={`row wraps middle apart quiet ${styles.way}`}>
            <span>{login.join.text}</span>
            <ContactButton caller="home_bad" look="plain" className="action-link">
              {login.join.label}
              <Icon name="arrow-right" size={20} />
            </ContactButton>
          </li>
        </ul>
      </div>
      <div className={`wide-only ${styles.panel}`} aria-hidden="true">
        <ScreenPicture src="my-portfolios" alt="" shape="screen" sizes="960px" />
      </div>
    </div>
  );
}
