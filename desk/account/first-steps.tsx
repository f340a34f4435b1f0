import { mayUse } from '../../contract/desk/roles.ts';
import { useSignedIn } from './account-context.ts';
import styles from './first-steps.module.css';

/** Shown instead of the list of leads until the first lead comes: what to set up next. */
export function FirstSteps() {
  const { roles } = useSignedIn();
  const expected = <p>No lead has come yet. Each appears here by itself as soon as somebody sends a form on the site.</p>;
  if (!mayUse(roles, 'people.manage')) return <div className={`quiet ${styles.steps}`}>{expected}</div>;
  return (
    <div className={`quiet ${styles.steps}`}>
      {expected}
      <h2>What to do first</h2>
      <ol>
        <li>
          <strong>Look at the desk with samples</strong>, as long as nothing real has come, be it a lead, a message or an application. Run{' '}
          <code>npm run desk -- sample 300</code> on the server’s machine: it adds leads, messages and applications that are marked as
          samples and get no mail. <code>npm run desk -- sample --remove</code> takes them away again.
        </li>
        <li>
          <strong>
            <a href="/people">Invite your colleagues</a>.
          </strong>{' '}
          Each gets the roles of their work; beside every role stands what it may do.
        </li>
        <li>
          <strong>
            <a href="/settings">See what is lacking before visitors come</a>.
          </strong>{' '}
          A list names what was found, and the setting or command that mends it.
        </li>
      </ol>
    </div>
  );
}
