import { linkPaths } from '../../../contract/api.ts';
import { AGREED_PLACEHOLDER, TOKEN_PLACEHOLDER } from '../../../contract/page-marks.ts';
import { linkPages as words } from '../../content/verification.ts';
import type { VerifyState } from './verify-state.tsx';
import styles from './page.module.css';

export const homeLink = <a href="/">{words.home}</a>;

export const subscriptionStates = {
  unsubscribe: {
    icon: 'mail',
    title: words.unsubscribe.title,
    lead: words.unsubscribe.lead,
    form: [linkPaths.unsubscribe, words.unsubscribe.button],
    notes: [
      <>
        {words.unsubscribe.note} <a href="/privacy#rights">{words.unsubscribe.more}</a>
      </>,
    ],
  },
  unsubscribed: {
    icon: 'check',
    title: words.unsubscribed.title,
    lead: words.unsubscribed.lead,
    notes: [homeLink],
  },
  newsletter: {
    icon: 'mail',
    title: words.newsletter.title,
    lead: words.newsletter.lead,
    form: [linkPaths.newsletter, words.newsletter.button],
    notes: [words.newsletter.note],
  },
  subscribed: {
    icon: 'check',
    title: words.subscribed.title,
    lead: (
      <>
        {words.subscribed.before} <a href={`${linkPaths.unsubscribe}?token=${TOKEN_PLACEHOLDER}`}>{words.subscribed.unsubscribe}</a>{' '}
        {words.subscribed.after}
      </>
    ),
    notes: [homeLink],
  },
  'talent-pool': {
    icon: 'mail',
    title: words['talent-pool'].title,
    lead: words['talent-pool'].lead,
    body: <blockquote className={styles.words}>{AGREED_PLACEHOLDER}</blockquote>,
    form: [linkPaths.talentPool, words['talent-pool'].button],
    notes: [words['talent-pool'].note],
  },
  'talent-pool-joined': {
    icon: 'check',
    title: words['talent-pool-joined'].title,
    lead: words['talent-pool-joined'].lead,
    notes: [
      <a key="careers" href="/careers">
        {words['talent-pool-joined'].more}
      </a>,
    ],
  },
  'talent-pool-leave': {
    icon: 'mail',
    title: words['talent-pool-leave'].title,
    lead: words['talent-pool-leave'].lead,
    form: [linkPaths.leaveTalentPool, words['talent-pool-leave'].button],
    notes: [
      <>
        {words['talent-pool-leave'].note} <a href="/privacy#rights">{words['talent-pool-leave'].more}</a>
      </>,
    ],
  },
  'talent-pool-left': {
    icon: 'check',
    title: words['talent-pool-left'].title,
    lead: words['talent-pool-left'].lead,
    notes: [
      <a key="privacy" href="/privacy">
        {words['talent-pool-left'].more}
      </a>,
    ],
  },
  'no-subscription': {
    icon: 'warning',
    title: words['no-subscription'].title,
    lead: words['no-subscription'].lead,
    notes: [
      <>
        {words['no-subscription'].note} <a href="/privacy#controller">{words['no-subscription'].more}</a>
      </>,
    ],
  },
} satisfies Record<string, VerifyState>;
