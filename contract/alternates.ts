import type { PageRow } from './pages.ts';

/** Countries with English readers: language and country codes of the alternate-language links. */
export const englishVariants = [
  'en-GB',
  'en-IE',
  'en-US',
  'en-CA',
  'en-AU',
  'en-NZ',
  'en-ZA',
  'en-IN',
  'en-SG',
  'en-HK',
  'en-AE',
  'en-IT',
  'en-CH',
  'en-AT',
  'en-DE',
  'en-FR',
  'en-BE',
  'en-LU',
  'en-NL',
  'en-ES',
  'en-PT',
  'en-MT',
  'en-DK',
  'en-SE',
  'en-NO',
  'en-FI',
  'en-EE',
  'en-LV',
  'en-LT',
  'en-PL',
] as const;

/** Language code and path of each alternate-language link of a page: `en`, each variant, and `x-default` for all other readers. */
export function alternatesOf({ path, alternates, alternatesElsewhere = {} }: PageRow): Array<[hreflang: string, path: string]> {
  if (!alternates) return [];
  const codes = ['en', ...englishVariants, 'x-default'];
  return codes.map((code) => [code, alternatesElsewhere[code] ?? path]);
}
