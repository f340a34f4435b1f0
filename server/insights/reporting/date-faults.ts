import type { DateRefusal } from './reporting-dates.ts';

/** Why a day cannot be the reporting date. */
export const dateFaultWords: Readonly<Record<DateRefusal, string>> = {
  'no day': 'There is no such day',
  future: 'This day is yet to come',
  'none reaches': 'No record reaches this day: publish the records first',
  same: 'The site shows the figures of this day already',
};
