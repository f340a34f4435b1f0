import { linkPaths } from '../../../contract/api.ts';
import { MORE_MARK, moreMarks, NEXT_PLACEHOLDER, REQUEST_MARK, requestMarks, TOKEN_PLACEHOLDER } from '../../../contract/page-marks.ts';
import type { PageRow } from '../../../contract/pages.ts';
import { linkPages as words } from '../../content/verification.ts';
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
  title: words.unknown.title,
  lead: words.unknown.lead,
  body: (
    <>
      <p className="quiet">{words.unknown.text}</p>
      <AddressForm />
    </>
  ),
};

const picks: VerifyState = {
  icon: 'mail',
  title: words.pick.title,
  lead: words.pick.lead,
  body: <Picks />,
};

const states = new Map<string, VerifyState>(
  Object.entries({
    ask: {
      icon: 'mail',
      title: words.ask.title,
      lead: words.ask.lead,
      body: (
        <div className={styles.request}>
          <Request />
        </div>
      ),
      form: [linkPaths.verify, words.ask.button],
      notes: [words.ask.note],
    },
    pick: picks,
    'pick-one': {
      ...picks,
      alert: words.pick.alert,
    },
    declined: {
      icon: 'check',
      title: words.declined.title,
      lead: words.declined.lead,
      notes: [homeLink],
    },
    used: {
      icon: 'check',
      title: words.used.title,
      lead: words.used.lead,
      body: (
        <div className={`stack gap-1 items-start ${styles.form}`}>
          <ButtonLink size="large" href={NEXT_PLACEHOLDER}>
            {words.used.button}
          </ButtonLink>
        </div>
      ),
    },
    expired: {
      icon: 'info',
      title: words.expired.title,
      lead: words.expired.lead,
      form: [linkPaths.resend, words.expired.button],
    },
    superseded: {
      icon: 'info',
      title: words.superseded.title,
      lead: words.superseded.lead,
      body: <p className="quiet">{words.superseded.text}</p>,
      form: [linkPaths.resend, words.superseded.button],
    },
    unknown,
    sent: {
      icon: 'mail',
      title: words.sent.title,
      lead: words.sent.lead,
      notes: [words.sent.note, homeLink],
    },
    unavailable: {
      icon: 'warning',
      title: words.unavailable.title,
      lead: words.unavailable.lead,
      form: [linkPaths.verify, words.unavailable.button],
    },
    ...subscriptionStates,
  } satisfies Record<string, VerifyState>),
);

/** Several requests with one address: only the owner of the address knows which are theirs. */
function Picks() {
  return (
    <form className={`stack gap-1 ${styles.form}`} method="post" action={linkPaths.verify}>
      <input type="hidden" name="token" value={TOKEN_PLACEHOLDER} />
      <fieldset className={styles.requests}>
        <legend className={styles.label}>{words.pick.legend}</legend>
        {REQUEST_MARK}
        <Pick picked />
        {REQUEST_MARK}
        <Pick picked={false} />
        {REQUEST_MARK}
      </fieldset>
      {MORE_MARK}
      <p className="quiet">
        <a href={`${linkPaths.verify}?token=${TOKEN_PLACEHOLDER}&page=${moreMarks.page}`}>{moreMarks.text}</a>
      </p>
      {MORE_MARK}
      <div className={`row wraps ${styles.answers}`}>
        <Button type="submit" size="large" name="answer" value="picked">
          {words.pick.button}
        </Button>
        <Button type="submit" size="large" variant="outline" name="answer" value="none">
          {words.pick.none}
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
    <form className={`stack gap-1 ${styles.form}`} method="post" action={linkPaths.resend}>
      <label className={styles.label} htmlFor="email">
        {words.unknown.address}
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
        {words.unknown.button}
      </Button>
    </form>
  );
}
