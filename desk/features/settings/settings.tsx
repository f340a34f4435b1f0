import { readSettingsCall } from '../../../contract/calls/desk/settings-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { useCall } from '../../data/queries.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import styles from './settings.module.css';

type Data = CallOutput<typeof readSettingsCall>;

/** Settings that are missing for production, and those that the server was started with. */
export function SettingsView() {
  const query = useCall(readSettingsCall, {});
  return (
    <>
      <ViewHead title="Settings" about={query.data && countWords(query.data.checks)} />
      <Loaded query={query} failure="The settings cannot be shown" rows={6}>
        {({ checks, settings }) => (
          <>
            <h2 className={styles.title}>Before visitors come</h2>
            <p className="mb-1 quiet">
              On the server, <code>npm run desk -- check</code> shows the same list.
            </p>
            <Checks checks={checks} />
            <h2 className={styles.title}>What the server runs on</h2>
            <p className="mb-1 quiet">
              As it was started. Settings are changed in the environment or in the file .env, and hold from the next start.
            </p>
            <DataTable
              label="Settings"
              rows={settings}
              keyOf={({ name }) => name}
              columns={[
                { head: 'Setting', render: ({ name }) => name },
                { head: 'Value', className: styles.value, render: ({ value }) => (value === '' ? '–' : value) },
                { head: 'From', render: ({ source }) => sourceWords[source] ?? source },
                { head: 'What it does', className: styles.help, render: ({ help }) => help },
              ]}
            />
          </>
        )}
      </Loaded>
    </>
  );
}

const sourceWords: Readonly<Record<string, string>> = { default: 'Default', environment: 'Environment', desk: 'Desk' };

function countWords(checks: Data['checks']): string {
  const of = (state: Data['checks'][number]['state']) => checks.filter((check) => check.state === state).length;
  const lacking = of('lacking');
  const first =
    lacking === 0 ? 'Nothing is lacking for production' : `${lacking} ${lacking === 1 ? 'thing is' : 'things are'} lacking for production`;
  return `${first}, ${of('advised')} more advised, ${of('done')} done.`;
}

const looks = { lacking: 'danger', advised: 'primary', done: 'plain' } as const;
const words = { lacking: 'Lacking', advised: 'Advised', done: 'Done' } as const;

function Checks({ checks }: { checks: Data['checks'] }) {
  return (
    <ul className="border-top">
      {checks.map(({ id, title, state, found, why, mend }) => (
        <li key={id} className={`stack gap-2 border-bottom ${styles.check}`}>
          <span className={`row ${styles.mark}`}>
            <StateMark look={looks[state]}>{words[state]}</StateMark>
          </span>
          <div className={styles.words}>
            <h3>{title}</h3>
            <p className="breaks quiet">Found: {found}</p>
            {state !== 'done' && (
              <>
                <p className="faint">{why}</p>
                <p className={`breaks ${styles.mend}`}>To mend it: {mend}</p>
              </>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
