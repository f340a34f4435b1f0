import { openCv } from '../../../contract/calls/desk/application-calls.ts';
import type { DeskApplicationPage } from '../../../contract/desk/application-facts.ts';
import { encodeCall } from '../../../contract/calls/desk/call-request.ts';
import { mayUse } from '../../../contract/desk/roles.ts';
import { sizeWords } from '../../../contract/figures/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { storedChoice } from '../../parts/stored-choice.ts';
import { CvFrame } from './cv-frame.tsx';
import styles from './cv-pane.module.css';

/**
 * Whether each application opens with its CV, for reading many in a row. Not remembered and not in the address, because every opening is recorded.
 */
const cvsOpen = storedChoice(undefined, ['closed', 'open']);

type Cv = NonNullable<DeskApplicationPage['cv']>;

type PaneProps = { page: DeskApplicationPage; onKey: (key: 'j' | 'k' | 'Escape') => void };

/** The CV, loaded only on request, because every opening is recorded. */
export function CvPane({ page, onKey }: PaneProps) {
  const { id, name, cv, cvState } = page;
  const { may, isOpen } = useCvOpen(page);
  const toggle = () => cvsOpen.write(isOpen ? 'closed' : 'open');
  useCommands(may ? [{ id: 'cv', title: isOpen ? 'Close the CV' : 'Open the CV', group: 'This application', keys: 'c', run: toggle }] : []);
  return (
    <section className="stack gap-1 content-start min-w-0" aria-labelledby="cv">
      <div className={`row wraps middle gap-1 ${styles.head}`}>
        <h2 id="cv">CV</h2>
        {may && cv !== null && (
          <>
            <SmallButton variant={isOpen ? 'outline' : 'primary'} aria-expanded={isOpen} onClick={toggle}>
              {isOpen ? 'Close the CV' : 'Open the CV'}
            </SmallButton>
            <ButtonLink
              variant="outline"
              className={styles.download}
              href={encodeCall(openCv, { id, stored: true }).path}
              download={cv.name}
            >
              Download
            </ButtonLink>
          </>
        )}
      </div>
      <p className="breaks faint">{cv === null ? 'It was deleted.' : `${cv.name}, ${sizeWords(cv.bytes)}. ${scanWords(cv)}`}</p>
      {cvState === 'cut' && (
        <Alert look="danger" icon="warning" title="The end of this CV is missing">
          Its file breaks off: what is shown of it may be a part. Ask for another copy.
        </Alert>
      )}
      {cvState === 'unreadable' && (
        <Alert look="danger" icon="warning" title="This CV may not open">
          It could not be read when it was checked. Ask for another copy if it does not open.
        </Alert>
      )}
      {isOpen && <CvFrame key={id} id={id} name={name} onKey={onKey} />}
    </section>
  );
}

/** Whether the user may open the CV, and whether it is open. */
export function useCvOpen({ cv }: Pick<DeskApplicationPage, 'cv'>): { may: boolean; isOpen: boolean } {
  const { roles } = useSignedIn();
  const wanted = cvsOpen.use() === 'open';
  const may = mayUse(roles, 'cvs.open') && cv?.mayOpen === true;
  return { may, isOpen: may && wanted };
}

function scanWords({ scan, found, searched }: Cv): string {
  if (scan === 'pending') return 'It waits for the virus scanner, and is held back until that is done.';
  if (scan === 'infected')
    return `The virus scanner found something${found === null ? '' : ` (${found})`}: it is held back. Ask for another copy.`;
  const words = scan === 'clean' ? 'The virus scanner found nothing.' : 'Not scanned for viruses: no scanner is set up.';
  return searched === false ? `${words} It has no words that a search finds: it may be a picture.` : words;
}
