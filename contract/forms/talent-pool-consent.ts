import { durationWords } from '../retention-periods.ts';
import type { Consent } from './form.ts';

/** Purpose of the consent to keep an application for longer. */
export const TALENT_POOL = 'talent pool';

/**
 * The words in the mail that asks for this consent.
 * @param days number of days from the consent
 */
export function talentPoolConsent(days: number): Consent {
  return {
    purpose: TALENT_POOL,
    version: '2026-11',
    text:
      `You may keep my application and my CV for ${durationWords(days)} from today, to write to me when another position fits. ` +
      'I can withdraw this at any time: you then delete them as your privacy policy says.',
  };
}
