import type { ReactNode } from 'react';
import { awards } from '../content/awards.ts';
import { officeLine } from '../../contract/company-details.ts';
import { company } from '../content/company.ts';
import { frame } from '../content/frame.ts';
import { legal } from '../content/legal.ts';
import { ConsentButton } from './consent-button.tsx';
import { ContactButton } from './contact-button.tsx';
import styles from './footer.module.css';
import { Logo } from './logo.tsx';
import { MarkImage } from './mark-image.tsx';
import { RiskWarning } from './risk-warning.tsx';
import { SocialIcon } from './social-icon.tsx';

export function Footer() {
  return (
    <footer id="footer" className={`small quiet surface border-top ${styles.footer}`}>
      <Contents />
    </footer>
  );
}

const { fast, company: ours, legal: policies, offices, details, version } = frame.footer;

function Contents() {
  return (
    <div className="wrap">
      <div className={`stack gap-4 ${styles.top}`}>
        <div className={styles.about}>
          <div className={styles.sign}>
            <Logo />
            <p className={styles.line}>{company.tagline}</p>
          </div>
          <ul className={`row gap-1 ${styles.social}`}>
            {company.socials.map(({ network, href }) => (
              <li key={network}>
                <a href={href} className={`centre quiet ${styles.socialLink}`} aria-label={network} target="_blank" rel="noopener">
                  <SocialIcon network={network} />
                </a>
              </li>
            ))}
          </ul>
        </div>
        <Group title={fast.title}>
          <FooterLinks links={fast.links} />
        </Group>
        <Group title={ours.title}>
          <FooterLinks links={ours.links} />
          <li>
            <ContactButton caller="home_cu" look="plain" className={styles.link ?? ''}>
              {ours.contact}
            </ContactButton>
          </li>
          <FooterLinks links={ours.more} />
        </Group>
        <Group title={policies.title}>
          <FooterLinks links={policies.links} />
          <li>
            <ConsentButton look="plain" className={styles.link}>
              {policies.settings}
            </ConsentButton>
          </li>
        </Group>
        <Group title={offices}>
          {company.offices.map((office) => (
            <li key={office.city} className={styles.office}>
              {officeLine(office)}
            </li>
          ))}
        </Group>
      </div>
      <Awards />
      <LegalNotice />
      <div className={`row wraps apart ${styles.bottom}`}>
        <p>
          © <span data-year>{BUILD_DATE.slice(0, 4)}</span> {company.legalName}
        </p>
        <p>
          {`${version} `}
          {company.siteVersion}
        </p>
      </div>
    </div>
  );
}

function LegalNotice() {
  const { sampleMark, facts } = legal;
  return (
    <section className={`fine stack gap-1 faint ${styles.legal}`} aria-label={details}>
      {sampleMark === '' ? null : <strong>{sampleMark}</strong>}
      <dl className={`stack ${styles.facts}`}>
        {facts.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <RiskWarning size="in-foot" />
    </section>
  );
}

function Awards() {
  if (awards.length === 0) return null;
  return (
    <ul className={`row wraps middle marks ${styles.awards}`} aria-label={frame.footer.awards}>
      {awards.map((mark) => (
        <li key={mark.id}>
          <MarkImage mark={mark} />
        </li>
      ))}
    </ul>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className={`small ${styles.groupTitle}`}>{title}</h2>
      <ul className={styles.items}>{children}</ul>
    </div>
  );
}

function FooterLinks({ links }: { links: readonly { href: string; label: string }[] }) {
  return links.map(({ href, label }) => (
    <li key={label}>
      <a href={href} className={styles.link}>
        {label}
      </a>
    </li>
  ));
}
