import { readSettingsCall } from '../../../contract/calls/desk/settings-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { ScrollArea } from '../../../ui/scroll-area.tsx';
import { useCall } from '../../data/queries.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { Loading } from '../../parts/loading.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { TableHead } from '../../parts/table-head.tsx';
import table from '../../parts/table.module.css';
import styles from './settings.module.css';

type Data = CallOutput<typeof readSettingsCall>;

/** Settings that are missing for production, and those that the server was started with. */
export function SettingsView() {
  const { data, error, refetch } = useCall(readSettingsCall, {});
  return (
    <>
      <ViewHead title="Settings" about={data && countWords(data.checks)} />
      <FaultAlert fault={data === undefined ? error : null} title="The settings cannot be shown" onRetry={() => void refetch()} />
      {data === undefined && error === null && <Loading rows={6} />}
      {data !== undefined && (
        <>
          <h2 className={styles.title}>Before visitors come</h2>
          <p className={styles.about}>
            On the server, <code>npm run desk -- check</code> shows the same list.
          </p>
          <Checks checks={data.checks} />
          <h2 className={styles.title}>What the server runs on</h2>
          <p className={styles.about}>
            As it was started. Settings are changed in the environment or in the file .env, and hold from the next start.
          </p>
          <Given settings={data.settings} />
        </>
      )}
    </>
  );
}

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
    <ul className={styles.checks}>
      {checks.map(({ id, title, state, found, why, mend }) => (
        <li key={id} className={styles.check}>
          <span className={styles.mark}>
            <StateMark look={looks[state]}>{words[state]}</StateMark>
          </span>
          <div className={styles.words}>
            <h3>{title}</h3>
            <p className={styles.found}>Found: {found}</p>
            {state !== 'done' && (
              <>
                <p className={styles.why}>{why}</p>
                <p className={styles.mend}>To mend it: {mend}</p>
              </>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Given({ settings }: { settings: Data['settings'] }) {
  return (
    <ScrollArea label="Settings" className={table.wide}>
      <table className={`${table.table} ${table.folds}`}>
        <TableHead columns={['Setting', 'Value', 'From', 'What it does']} />
        <tbody>
          {settings.map(({ name, value, source, help }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className={`${table.words} ${styles.value}`}>{value === '' ? '–' : value}</td>
              <td className={table.words}>{source === 'default' ? 'Default' : source === 'environment' ? 'Environment' : source}</td>
              <td className={`${table.words} ${styles.help}`}>{help}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
