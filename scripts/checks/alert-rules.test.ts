import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { root } from '../setup/root.mjs';

// Prometheus runs the rules on two hours of sample metrics: a rule may name existing metrics and still never fire.

const promtool = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'promtool'))
  .find((path) => existsSync(path));

const since = (name: string, labels: string, values: string) => ({ series: `${name}{job="cognitive-pro",instance="a"${labels}}`, values });

test.skipIf(!promtool)('a first dead job of a name, and a first mail that is refused, are told; old ones are not', () => {
  const series = [
    since('cognitive_jobs', ',name="mail.new",state="dead"', '0x70 1x20'),
    since('cognitive_jobs', ',name="mail.old",state="dead"', '5x90'),
    // The counter of a mail does not exist before the first such mail.
    since('cognitive_mails_total', ',mail="new",outcome="refused"', '_x70 1x20'),
    since('cognitive_mails_total', ',mail="old",outcome="refused"', '3x90'),
    since('cognitive_mails_total', ',mail="new",outcome="sent"', '0+1x90'),
  ];
  const cases: Case[] = [
    ['JobsDead', series],
    ['MailRefused', series],
  ];
  expect(firing(cases)).toEqual(['alertname="JobsDead", name="mail.new"', 'alertname="MailRefused", mail="new"']);
});

test.skipIf(!promtool)('each rule that needs no rate comes true', () => {
  const states: Case[] = [
    ['ServerDown', [since('up', '', '0x90')]],
    ['StoreDown', [since('cognitive_store_up', '', '0x90')]],
    ['WorkerDown', [since('cognitive_worker_up', '', '0x90')]],
    ['MailStopped', [since('cognitive_outage_seconds', ',resource="mail"', '0+60x90')]],
    ['ScannerStopped', [since('cognitive_outage_seconds', ',resource="scanner"', '0+60x90')]],
    ['QueueOld', [since('cognitive_jobs_overdue_seconds', '', '700x90')]],
    ['FormsFail', [since('cognitive_leads_total', ',form="generic",outcome="failed"', '0x70 1x20')]],
    ['FormsFail', [since('cognitive_leads_total', ',form="career",outcome="no room"', '0x70 1x20')]],
    ['NotReady', [since('cognitive_ready', ',check="files"', '0x90')]],
    ['DiskLow', [since('cognitive_disk_free_bytes', '', '1e6x90')]],
    // The tests' clock starts at 0, so an old backup has a negative time.
    ['BackupOld', [since('cognitive_last_backup_timestamp_seconds', '', '-200000x90')]],
    ['ReportingDateOld', [since('cognitive_reporting_date_old', '', '1x90')]],
    ['WorkerRestarts', [since('cognitive_jobs_taken_over_total', '', '0x30 20x60')]],
    ['EventLoopDelayed', [since('nodejs_eventloop_lag_p99_seconds', '', '0.5x90')]],
    ['ManyRefused', [since('cognitive_refusals_total', ',reason="malformed"', '0+600x90')]],
  ];
  const fired = firing(states).map((labels) => /^alertname="(\w+)"/.exec(labels)?.[1]);
  expect(fired).toEqual(states.map(([alert]) => alert));
});

type Case = [alert: string, series: readonly object[]];

/** Labels of the alerts that fire after 75 minutes, parsed from promtool's report on tests that expect none. */
function firing(cases: readonly Case[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'alert-rules-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const tests = cases.map(([alertname, series]) => ({
    interval: '1m',
    input_series: series,
    alert_rule_test: [{ eval_time: '75m', alertname, exp_alerts: [] }],
  }));
  const file = join(folder, 'rules.test.yml');
  writeFileSync(file, stringify({ rule_files: [join(root, 'deploy/prometheus/alerts.yml')], evaluation_interval: '1m', tests }));
  const { stdout, stderr } = spawnSync(promtool!, ['test', 'rules', file], { encoding: 'utf8' });
  const said = stdout + stderr;
  if (!said.includes('got:[')) throw new Error(said);
  return [...said.matchAll(/Labels:\{(.*), severity="\w+"\}/g)].map(([, labels]) => labels!);
}
