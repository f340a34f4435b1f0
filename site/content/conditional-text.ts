import type { PageSetting } from '../../contract/placeholders.ts';

export type ConditionalText = { setting: PageSetting; with: string; without: string };
