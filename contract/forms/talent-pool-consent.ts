import { durationWords } from '../retention-periods.ts';
import type { Consent } from './form.ts';

/** What somebody agrees to who lets us keep an application for longer. */
export const TALENT_POOL = 'talent pool';

/** The words that the mail has which asks for it. @param days for how long from the consent */
export function talentPoolConsent(days: number): Consent {
  return {
    purpose: TALENT_POOL,
    version: '2026-11',
    text:
      `You may keep my application and my CV for ${durationWords(days)} from today, to write to me when another position fits. ` +
      'I can withdraw this at any time: you then delete them as your privacy policy says.',
  };
}
