import { createInterface } from 'node:readline/promises';
import { pino } from 'pino';
import { backupCommand } from '../backup/backup-command.ts';
import { BackupFault } from '../backup/backup-fault.ts';
import { moveCommand } from '../backup/move/move-command.ts';
import { createRestoreCommand } from '../backup/restore/restore-command.ts';
import { UsageError, type BareCommand, type BareContext, type Command, type CommandContext, actionCommand } from '../cli/command.ts';
import { onErased } from './on-erased.ts';
import { crmCommand } from '../deliveries/crm-command.ts';
import { webhooksCommand } from '../deliveries/webhooks-command.ts';
import { commandActions } from '../staff/command-actions.ts';
import { firstLinkCommand } from '../staff/first-link.ts';
import { createPortfoliosCommand } from '../insights/commands/portfolios-command.ts';
import { createPapersCommand } from '../insights/commands/papers-command.ts';
import { jobsCommand } from '../queue/jobs-command.ts';
import { createLeadsCommand } from '../work/leads-command.ts';
import { addSampleMeetings } from '../booking/sample-bookings.ts';
import { handOverCommand } from '../staff/hand-over-command.ts';
import { createDeskCommand } from '../work/samples/desk-command.ts';
import { leadJobs } from './lead-jobs.ts';
import { wrongPath } from '../cli/wrong-path.ts';
import { escapeControls, writeOutput } from '../cli/output.ts';
import { ErasureListBroken } from '../privacy/erasure-list.ts';
import { consentsCommand } from '../privacy/consents-command.ts';
import { createPrivacyCommand } from '../privacy/privacy-command.ts';
import { retentionCommand } from '../privacy/retention-command.ts';
import { reportingState } from '../insights/reporting/reporting-state.ts';
import { createCheckCommand } from '../production/check-command.ts';
import { restoreSteps } from './restore-steps.ts';
import { applicationsCommand } from '../recruiting/applications-command.ts';
import { storeSampleCv } from '../recruiting/sample-applications.ts';
import { scanCv } from '../recruiting/jobs.ts';
import { filesCommand } from '../recruiting/files-command.ts';
import { fileSettings, openFiles } from '../files/files.ts';
import { storeSettings } from '../store/store-settings.ts';
import { environment, readSettings } from '../settings/settings.ts';
import { SettingsError } from '../settings/setting-values.ts';
import { StoreClosed } from '../store/data-dir/closed-store.ts';
import { ForeignStorage } from '../files/storage-owner.ts';
import { NewerStore, UnfinishedStore } from '../store/migrations/migrate.ts';
import { openStore } from '../store/store.ts';

const commands: Readonly<Record<string, Command | BareCommand>> = {
  leads: createLeadsCommand(leadJobs),
  applications: applicationsCommand,
  files: filesCommand,
  jobs: jobsCommand,
  desk: actionCommand({
    'hand-over': handOverCommand,
    link: firstLinkCommand,
    sample: createDeskCommand({ storeFile: storeSampleCv, addMeetings: addSampleMeetings }),
    check: createCheckCommand(reportingState),
  }),
  portfolios: createPortfoliosCommand(commandActions),
  papers: createPapersCommand(commandActions),
  backup: backupCommand,
  restore: createRestoreCommand({ steps: restoreSteps, silent: [scanCv.name] }),
  move: moveCommand,
  privacy: createPrivacyCommand(onErased),
  webhooks: webhooksCommand,
  crm: crmCommand,
  consents: consentsCommand,
  retention: retentionCommand,
};

const plain = [ErasureListBroken, SettingsError, ForeignStorage, BackupFault, StoreClosed, NewerStore, UnfinishedStore];

// EPIPE: the reader of a pipe has closed it, as `head` does after ten lines.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const [called = '', ...given] = process.argv.slice(2);
// Files in DATA_DIR are readable only by their owner.
process.umask(0o077);
process.exitCode = await run(called, given);

async function run(name: string, args: readonly string[]): Promise<number> {
  const command = commands[name];
  if (command === undefined) {
    const list = `Commands: ${Object.keys(commands).join(', ')}. Each has --help.`;
    const isAsked = ['', '-h', '--help'].includes(name);
    if (isAsked) console.log(list);
    else console.error(`There is no command '${name}'. ${list}`);
    return isAsked ? 0 : 2;
  }
  if (args.includes('--help') || args.includes('-h')) {
    console.log(command.help);
    return 0;
  }
  try {
    return await ('bare' in command ? command.run(args, bareContext()) : withContext((context) => command.run(args, context)));
  } catch (error) {
    console.error(escapeControls(explain(error, command)));
    return error instanceof UsageError ? 2 : 1;
  }
}

function bareContext(): BareContext {
  return {
    settings: readSettings(environment(process.cwd())),
    now: Date.now,
    print: writeOut,
    warn: (text) => console.error(escapeControls(text)),
  };
}

async function withContext(work: (context: CommandContext) => Promise<number>): Promise<number> {
  const env = environment(process.cwd());
  const settings = readSettings(env);
  const log = pino({ level: 'silent' });
  const store = await openStore({ ...storeSettings(settings), log });
  const files = openFiles({ ...fileSettings(settings), store, log, now: () => store.now() });
  try {
    await store.migrate();
    return await work({
      store,
      settings,
      files,
      now: () => store.now(),
      print: writeOut,
      warn: (text) => console.error(escapeControls(text)),
      write: (content) => writeOutput(content, env, given),
      ask,
    });
  } finally {
    await files.close();
    await store.close();
  }
}

async function ask(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  // Asks on stderr, since stdout may be redirected to a file.
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<undefined>((resolve) => void terminal.once('close', () => resolve(undefined)));
  const answer = await Promise.race([terminal.question(`${escapeControls(question)} `), ended]);
  terminal.close();
  return answer?.trim();
}

function writeOut(text: string): void {
  process.stdout.write(`${escapeControls(text)}\n`);
}

function explain(error: unknown, command: Pick<Command, 'help'>): string {
  if (plain.some((kind) => error instanceof kind)) return (error as Error).message;
  const message = error instanceof Error ? error.message : String(error);
  const wrong = wrongPath(given, error);
  if (wrong !== undefined) return `The path '${wrong}' on the command line cannot be used: ${message}.`;
  const usage = error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  return usage ? `${message}\n\n${command.help}` : `${message}. DATABASE_URL or DATA_DIR says where the store is.`;
}
