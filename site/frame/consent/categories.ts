import type { Category } from '../consented.ts';

export const everything: readonly Category[] = ['measurement', 'marketing'];
