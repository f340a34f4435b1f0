import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { settingSources } from '../../contract/calls/desk/settings-calls.ts';
import { declarations, maskedSetting } from './settings.ts';

/** A setting as it was given, without its secrets. */
export type GivenSetting = { name: string; value: string; source: (typeof settingSources)[number]; initial: string; help: string };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Every declared setting with where its value comes from; an empty value counts as none.
 * @param env both together, as `environment` has them: what stands in the process's own goes before the file .env
 */
export function givenSettings(env: Environment, file: Environment): GivenSetting[] {
  return Object.entries(declarations).map(([name, { initial, help }]) => {
    const value = env[name]?.trim() ?? '';
    const source = value === '' ? 'default' : value === file[name]?.trim() ? '.env' : 'environment';
    return { name, value: maskedSetting(name, value || initial), source, initial, help };
  });
}

/** What the file .env of a folder says; nothing where there is none. */
export function fileEnvironment(folder: string): Environment {
  try {
    return parseEnv(readFileSync(resolve(folder, '.env'), 'utf8'));
  } catch {
    return {};
  }
}
