import { apiPaths } from '../../../contract/api.ts';
import { MORE_MARK, moreMarks, NEXT_PLACEHOLDER, REQUEST_MARK, requestMarks, TOKEN_PLACEHOLDER } from '../../../contract/page-marks.ts';
import { type PageRow } from '../../../contract/pages.ts';
import { MarketGraph } from '../../sections/market-graph.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { subscriptionStates } from './subscription-states.tsx';
import { TokenForm, type VerifyState } from './token-form.tsx';
import styles from './page.module.css';

/** The page behind the link of a verification mail, in each of its states. Plain HTML, so that no script sees the token. */
export function Page({ page }: { page: PageRow }) {
  const state = states[page.mode ?? 'ask'] ?? states.unknown!;
  return (
    <section className={`wrap stack content-start ${styles.page}`}>
      <div className={`stack gap-2 ${styles.column}`}>
        <span className={`${styles.sign} ${styles[state.look]}`}>
          <Icon name={state.icon} size={32} />
        </span>
        <h1 className={styles.title}>{state.title}</h1>
        {state.body}
      </div>
      <div className={styles.graph}>
        <MarketGraph words={false} />
      </div>
    </section>
  );
}

const states: Record<string, VerifyState> = {
  ask: {
    icon: 'mail',
    look: 'calm',
    title: 'Confirm your email address',
    body: (
      <>
        <p className="lead">Press the button, and we know that this address is yours and that the request came from you.</p>
        <div className={styles.request}>
          <Request />
        </div>
        <TokenForm action={apiPaths.verify} button="Confirm my email address" />
        <p className="quiet">You did not write to us? Then close this page: without your confirmation we send nothing more.</p>
      </>
    ),
  },
  pick: { icon: 'mail', look: 'calm', title: 'Which of these did you send?', body: <Picks /> },
  'pick-one': {
    icon: 'mail',
    look: 'calm',
    title: 'Which of these did you send?',
    body: (
      <>
        <p className={styles.alert} role="alert">
          Nothing is ticked. Tick the requests that you sent, or tell us that none of them is yours.
        </p>
        <Picks />
      </>
    ),
  },
  declined: {
    icon: 'check',
    look: 'good',
    title: 'Thank you for telling us',
    body: (
      <>
        <p className="lead">Nothing is confirmed, and we send nothing more for these requests.</p>
        <p className="quiet">
          <a href="/">Go to the home page</a>
        </p>
      </>
    ),
  },
  used: {
    icon: 'check',
    look: 'good',
    title: 'Already confirmed',
    body: (
      <>
        <p className="lead">Your email address is confirmed. There is nothing more for you to do here.</p>
        <div className={`stack gap-1 ${styles.form}`}>
          <ButtonLink size="large" href={NEXT_PLACEHOLDER}>
            Continue
          </ButtonLink>
        </div>
      </>
    ),
  },
  expired: {
    icon: 'info',
    look: 'careful',
    title: 'This link has expired',
    body: (
      <>
        <p className="lead">
          The links in our emails work for a limited time. Your request is still with us, and so is everything you told us.
        </p>
        <TokenForm action={apiPaths.resend} button="Send me a new link" />
      </>
    ),
  },
  superseded: {
    icon: 'info',
    look: 'careful',
    title: 'There is a newer link',
    body: (
      <>
        <p className="lead">We have sent you another email since this one, and only the newest link works. Please open that email.</p>
        <p className="quiet">You cannot find it? Look in your spam folder, or let us send it once more.</p>
        <TokenForm action={apiPaths.resend} button="Send me a new link" />
      </>
    ),
  },
  unknown: {
    icon: 'warning',
    look: 'careful',
    title: 'This link is not valid',
    body: (
      <>
        <p className="lead">It may have been cut short on its way, or the request it belongs to is no longer with us.</p>
        <p className="quiet">
          Tell us the email address that you gave us. If a request for it waits to be confirmed, we send a new link there.
        </p>
        <AddressForm />
      </>
    ),
  },
  sent: {
    icon: 'mail',
    look: 'calm',
    title: 'Check your email',
    body: (
      <>
        <p className="lead">If there is an unconfirmed request for this address, a new link is on its way.</p>
        <p className="quiet">
          It can take a few minutes. If you do not see the email, please look in your spam folder. We send only a few emails an hour to one
          address, so please do not ask many times in a row.
        </p>
        <p className="quiet">
          <a href="/">Go to the home page</a>
        </p>
      </>
    ),
  },
  unavailable: {
    icon: 'warning',
    look: 'careful',
    title: 'Please try again in a moment',
    body: (
      <>
        <p className="lead">We cannot look up your request just now. Nothing is lost, and your link stays good.</p>
        <TokenForm action={apiPaths.verify} button="Try again" />
      </>
    ),
  },
  ...subscriptionStates,
};

/** Several requests with one address: only the owner of the address knows which are theirs. */
function Picks() {
  return (
    <>
      <p className="lead">
        Several requests with your email address wait to be confirmed. Tick those that came from you; the others stay unconfirmed.
      </p>
      <form className={`stack gap-1 ${styles.form}`} method="post" action={apiPaths.verify}>
        <input type="hidden" name="token" value={TOKEN_PLACEHOLDER} />
        <fieldset className={styles.requests}>
          <legend className={styles.label}>Requests that wait</legend>
          {REQUEST_MARK}
          <Pick picked />
          {REQUEST_MARK}
          <Pick picked={false} />
          {REQUEST_MARK}
        </fieldset>
        {MORE_MARK}
        <p className="quiet">
          <a href={`${apiPaths.verify}?token=${TOKEN_PLACEHOLDER}&page=${moreMarks.page}`}>{moreMarks.text}</a>
        </p>
        {MORE_MARK}
        <div className={`row wraps ${styles.answers}`}>
          <Button type="submit" size="large" name="answer" value="picked">
            Confirm what I ticked
          </Button>
          <Button type="submit" size="large" variant="outline" name="answer" value="none">
            None of these was me
          </Button>
        </div>
      </form>
    </>
  );
}

function Pick({ picked }: { picked: boolean }) {
  return (
    <label className={styles.pick}>
      <input type="checkbox" name="request" value={requestMarks.id} defaultChecked={picked} />
      <input type="hidden" name="shown" value={requestMarks.id} />
      <span>
        <Request />
      </span>
    </label>
  );
}

function Request() {
  return (
    <>
      <strong>{requestMarks.title}</strong>
      <time dateTime={requestMarks.iso}>{requestMarks.time}</time>
      <span className="quiet">{requestMarks.ago}</span>
      <strong className={styles.sent}>{requestMarks.note}</strong>
    </>
  );
}

function AddressForm() {
  return (
    <form className={`stack gap-1 ${styles.form}`} method="post" action={apiPaths.resend}>
      <label className={styles.label} htmlFor="email">
        Email
      </label>
      <input
        className={styles.input}
        id="email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        maxLength={254}
        required
      />
      <Button type="submit" size="large">
        Send me a new link
      </Button>
    </form>
  );
}
