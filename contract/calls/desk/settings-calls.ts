import * as v from 'valibot';
import { defineCall } from './call.ts';

/** `lacking`: needed before visitors come. `advised`: the site works without it, but somebody should decide about it. */
export const checkStates = ['lacking', 'advised', 'done'] as const;

export const settingSources = ['default', '.env', 'environment', 'desk'] as const;

export const readSettingsCall = defineCall({
  name: 'settings.read',
  method: 'GET',
  path: '/api/settings',
  about: 'The settings that the server runs on, without their secrets, and what they lack for production.',
  access: 'settings.read',
  input: v.object({}),
  output: v.object({
    checks: v.array(
      v.object({
        id: v.string(),
        title: v.string(),
        state: v.picklist(checkStates),
        /** What the check found. */
        found: v.string(),
        why: v.string(),
        /** The setting or the command that fixes it. */
        mend: v.string(),
      }),
    ),
    settings: v.array(
      v.object({ name: v.string(), value: v.string(), source: v.picklist(settingSources), initial: v.string(), help: v.string() }),
    ),
  }),
});

export const settingsCalls = [readSettingsCall] as const;
