import { mayUse } from '../../contract/desk/roles.ts';
import { useSignedIn } from './account-context.ts';
import styles from './no-mail-note.module.css';

/** A note beside actions that send mail, shown when the server cannot send mail. */
export function NoMailNote() {
  const { sendsMail, roles } = useSignedIn();
  if (sendsMail) return null;
  return (
    <p className={`quiet ${styles.note}`}>
      <strong>This server sends no mail.</strong> What would be mailed is written to a file on the server and reaches nobody.{' '}
      {mayUse(roles, 'settings.read') ? (
        <>
          The files are in the folder <code>mail</code> of <code>DATA_DIR</code>; the setting <code>MAIL_URL</code> names a mail server.
        </>
      ) : (
        'An administrator can connect a mail server.'
      )}
    </p>
  );
}
