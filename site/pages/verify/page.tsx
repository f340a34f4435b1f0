import { apiPaths } from '../../../contract/api.ts';
import { MORE_MARK, moreMarks, NEXT_PLACEHOLDER, REQUEST_MARK, requestMarks, TOKEN_PLACEHOLDER } from '../../../contract/page-marks.ts';
import type { PageRow } from '../../../contract/pages.ts';
import { StatePage } from '../../sections/state-page.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { homeLink, subscriptionStates } from './subscription-states.tsx';
import { TokenForm, type VerifyState } from './verify-state.tsx';
import styles from './page.module.css';

/** The page behind the link of a verification mail, in each of its states. Plain HTML, so that no script sees the token. */
export function Page({ page }: { page: PageRow }) {
  const { icon, title, lead, body, form, notes = [], alert }: VerifyState = states.get(page.mode ?? 'ask') ?? unknown;
  return (
    <StatePage icon={<Icon name={icon} size={32} />} look={looks[icon]}>
      <h1>{title}</h1>
      {alert && (
        <p className={styles.alert} role="alert">
          {alert}
        </p>
      )}
      {lead && <p className="lead">{lead}</p>}
      {body}
      {form && <TokenForm form={form} />}
      {notes.map((note, i) => (
        <p key={i} className="quiet">
          {note}
        </p>
      ))}
    </StatePage>
  );
}

const looks = { mail: 'calm', check: 'good', info: 'careful', warning: 'careful' } as const;

const unknown: VerifyState = {
  icon: 'warning',
  title: 'This link is not valid',
  lead: 'It may have been cut short on its way, or the request it belongs to is no longer with us.',
  body: (
    <>
      <p className="quiet">
        Tell us the email address that you gave us. If a request for it waits to be confirmed, we send a new link there.
      </p>
      <AddressForm />
    </>
  ),
};

const picks: VerifyState = {
  icon: 'mail',
  title: 'Which of these did you send?',
  lead: 'Several requests with your email address wait to be confirmed. Tick those that came from you; the others stay unconfirmed.',
  body: <Picks />,
};

const states = new Map<string, VerifyState>(
  Object.entries({
    ask: {
      icon: 'mail',
      title: 'Confirm your email address',
      lead: 'Press the button, and we know that this address is yours and that the request came from you.',
      body: (
        <div className={styles.request}>
          <Request />
        </div>
      ),
      form: [apiPaths.verify, 'Confirm my email address'],
      notes: ['You did not write to us? Then close this page: without your confirmation we send nothing more.'],
    },
    pick: picks,
    'pick-one': {
      ...picks,
      alert: 'Nothing is ticked. Tick the requests that you sent, or tell us that none of them is yours.',
    },
    declined: {
      icon: 'check',
      title: 'Thank you for telling us',
      lead: 'Nothing is confirmed, and we send nothing more for these requests.',
      notes: [homeLink],
    },
    used: {
      icon: 'check',
      title: 'Already confirmed',
      lead: 'Your email address is confirmed. There is nothing more for you to do here.',
      body: (
        <div className={`stack gap-1 items-start ${styles.form}`}>
          <ButtonLink size="large" href={NEXT_PLACEHOLDER}>
            Continue
          </ButtonLink>
        </div>
      ),
    },
    expired: {
      icon: 'info',
      title: 'This link has expired',
      lead: 'The links in our emails work for a limited time. Your request is still with us, and so is everything you told us.',
      form: [apiPaths.resend, 'Send me a new link'],
    },
    superseded: {
      icon: 'info',
      title: 'There is a newer link',
      lead: 'We have sent you another email since this one, and only the newest link works. Please open that email.',
      body: <p className="quiet">You cannot find it? Look in your spam folder, or let us send it once more.</p>,
      form: [apiPaths.resend, 'Send me a new link'],
    },
    unknown,
    sent: {
      icon: 'mail',
      title: 'Check your email',
      lead: 'If there is an unconfirmed request for this address, a new link is on its way.',
      notes: [
        'It can take a few minutes. If you do not see the email, please look in your spam folder. We send only a few emails an hour to one address, so please do not ask many times in a row.',
        homeLink,
      ],
    },
    unavailable: {
      icon: 'warning',
      title: 'Please try again in a moment',
      lead: 'We cannot look up your request just now. Nothing is lost, and your link stays good.',
      form: [apiPaths.verify, 'Try again'],
    },
    ...subscriptionStates,
  } satisfies Record<string, VerifyState>),
);

/** Several requests with one address: only the owner of the address knows which are theirs. */
function Picks() {
  return (
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
