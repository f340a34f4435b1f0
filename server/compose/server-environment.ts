import { pino, type Logger } from 'pino';
import { environment, readSettings, type Settings } from '../settings/settings.ts';

/** Reads the settings from the environment and a file .env, and opens the log. @throws SettingsError */
export function readEnvironment(): { settings: Settings; log: Logger; env: NodeJS.ProcessEnv } {
  const env = environment(process.cwd());
  const settings = readSettings(env);
  return { settings, env, log: pino({ level: settings.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime }) };
}
