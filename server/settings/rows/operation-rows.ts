import { oneOf, optional, port, proxy, text, whole, daysFrom } from '../setting-values.ts';
import { setting, type Setting } from './setting.ts';
import { retention, retentionSettings, type RetentionRow, type RetentionSetting } from '../../../contract/retention-periods.ts';

/** Operation of the server. */
export const operationRows = {
  RATE_LIMIT: setting('on', 'Limits of requests per client. `off` for load tests only.', 'off', oneOf('on', 'off')),
  TRUST_PROXY: setting(
    '',
    'Proxies whose X-Forwarded-For is believed: a number of hops, or addresses and networks separated by commas.',
    '1',
    optional(proxy),
  ),
  JOBS_AT_ONCE: setting(
    '16',
    'Jobs that one server has under way at most: mails, notices, scans. Of mails as many leave at once as MAIL_CONNECTIONS allows.',
    '50',
    whole(1, 1000),
  ),
  DRAIN_MS: setting(
    '0',
    'Milliseconds that the server goes on serving after SIGTERM, with /readyz 503, so that a proxy sends its visitors elsewhere first.',
    '5000',
    whole(0, 600_000),
  ),
  LOG_LEVEL: setting(
    'info',
    'Least severe log line that is written.',
    'warn',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
  LOG_REQUESTS: setting(
    'off',
    'Whether each answer gets a line in the log: method, route, status and time; never an address, a query or a client.',
    'on',
    oneOf('on', 'off'),
  ),
  METRICS_PORT: setting('', 'Port on which Prometheus gets the metrics, at /metrics. Without it there are none.', '9464', optional(port)),
  METRICS_HOST: setting('127.0.0.1', 'Address that the metrics are served on, never a public one.', '10.0.0.5', text),
} as const;

/** How long data is kept. */
export function retentionRows(): Readonly<Record<RetentionSetting, Setting<number>>> {
  const entries = retentionSettings.map((name) => {
    const { days, least, what, since, always }: RetentionRow = retention[name];
    const help = `${what}: removed so many days after ${since}.${always ? '' : ' 0: never by itself.'}`;
    return [name, setting(String(days), help, String(days || 1825), daysFrom(least, always === true))] as const;
  });
  return Object.fromEntries(entries) as Record<RetentionSetting, Setting<number>>;
}
