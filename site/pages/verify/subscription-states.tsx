import { apiPaths } from '../../../contract/api.ts';
import { AGREED_PLACEHOLDER, TOKEN_PLACEHOLDER } from '../../../contract/page-marks.ts';
import { TokenForm, type VerifyState } from './token-form.tsx';
import styles from './page.module.css';

export const subscriptionStates: Record<string, VerifyState> = {
  unsubscribe: {
    icon: 'mail',
    look: 'calm',
    title: 'No more marketing from us?',
    body: (
      <>
        <p className="lead">
          Press the button, and you withdraw your consent to marketing and to the newsletter, for the address that our mail went to.
        </p>
        <TokenForm action={apiPaths.unsubscribe} button="Unsubscribe" />
        <p className="quiet">
          What you asked us for, such as a demo or a paper, still comes. <a href="/privacy#rights">What else you can ask of us</a>
        </p>
      </>
    ),
  },
  unsubscribed: {
    icon: 'check',
    look: 'good',
    title: 'You are unsubscribed',
    body: (
      <>
        <p className="lead">We wrote down that you withdrew your consent: no marketing and no newsletter comes from us any more.</p>
        <p className="quiet">
          <a href="/">Go to the home page</a>
        </p>
      </>
    ),
  },
  newsletter: {
    icon: 'mail',
    look: 'calm',
    title: 'Confirm the newsletter',
    body: (
      <>
        <p className="lead">Press the button, and the newsletter with news and research of the company comes to your address.</p>
        <TokenForm action={apiPaths.newsletter} button="Send me the newsletter" />
        <p className="quiet">You did not ask for it? Then close this page: without your confirmation there is no newsletter.</p>
      </>
    ),
  },
  subscribed: {
    icon: 'check',
    look: 'good',
    title: 'The newsletter is confirmed',
    body: (
      <>
        <p className="lead">
          Thank you. You can <a href={`${apiPaths.unsubscribe}?token=${TOKEN_PLACEHOLDER}`}>unsubscribe</a> at any time, here or by the link
          in each newsletter and in the mail that you have just answered.
        </p>
        <p className="quiet">
          <a href="/">Go to the home page</a>
        </p>
      </>
    ),
  },
  'talent-pool': {
    icon: 'mail',
    look: 'calm',
    title: 'May we keep your application?',
    body: (
      <>
        <p className="lead">Press the button, and you agree to this, in the words of our mail:</p>
        <blockquote className={styles.words}>{AGREED_PLACEHOLDER}</blockquote>
        <TokenForm action={apiPaths.talentPool} button="Keep my application" />
        <p className="quiet">You would rather not? Then close this page: without your consent we keep it no longer than we said.</p>
      </>
    ),
  },
  'talent-pool-joined': {
    icon: 'check',
    look: 'good',
    title: 'We keep your application',
    body: (
      <>
        <p className="lead">Thank you. You can withdraw your consent at any time, by the second link in our mail.</p>
        <p className="quiet">
          <a href="/careers">Open positions</a>
        </p>
      </>
    ),
  },
  'talent-pool-leave': {
    icon: 'mail',
    look: 'calm',
    title: 'No longer keep your application?',
    body: (
      <>
        <p className="lead">Press the button, and you withdraw your consent. We then delete your application as our privacy policy says.</p>
        <TokenForm action={apiPaths.leaveTalentPool} button="Withdraw my consent" />
        <p className="quiet">
          To have it deleted at once, write to us: <a href="/privacy#rights">what else you can ask of us</a>
        </p>
      </>
    ),
  },
  'talent-pool-left': {
    icon: 'check',
    look: 'good',
    title: 'You have withdrawn your consent',
    body: (
      <>
        <p className="lead">We wrote it down. Your application is deleted as our privacy policy says.</p>
        <p className="quiet">
          <a href="/privacy">Privacy policy</a>
        </p>
      </>
    ),
  },
  'no-subscription': {
    icon: 'warning',
    look: 'careful',
    title: 'This link is not valid',
    body: (
      <>
        <p className="lead">It may have been cut short on its way, or it works no longer.</p>
        <p className="quiet">
          Write to us, and a person does what you ask: <a href="/privacy#controller">who is responsible</a>
        </p>
      </>
    ),
  },
};
