import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { settingSources } from '../../contract/calls/desk/settings-calls.ts';
import { declarations, maskedSetting } from './settings.ts';

/** A setting as it was given, with secrets masked. */
export type GivenSetting = { name: string; value: string; source: (typeof settingSources)[number]; initial: string; help: string };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Every declared setting and the source of its value. An empty value counts as unset.
 * @param env the process environment merged over the file .env, as `environment` returns it
 * @param file the values of the file .env
 */
export function givenSettings(env: Environment, file: Environment): GivenSetting[] {
  return Object.entries(declarations).map(([name, { initial, help }]) => {
    const value = env[name]?.trim() ?? '';
    const source = value === '' ? 'default' : value === file[name]?.trim() ? '.env' : 'environment';
    return { name, value: maskedSetting(name, value || initial), source, initial, help };
  });
}

/** The values in a folder's .env file; empty if it has none or it cannot be read. */
export function fileEnvironment(folder: string): Environment {
  try {
    return parseEnv(readFileSync(resolve(folder, '.env'), 'utf8'));
  } catch {
    return {};
  }
}
