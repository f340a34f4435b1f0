import type { PageSetting } from '../../contract/placeholders.ts';

/** What holds where a setting names a service, and what holds where it names none. */
export type ConditionalText = { setting: PageSetting; with: string; without: string };
