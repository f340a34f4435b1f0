import { expect, test } from 'vitest';
import { setUpBookings, shown } from './booking-site.testing.ts';

test('the page of a meeting names the offsets of the day that is shown, and no offset of a day on which the clocks change', async () => {
  const { verified, open, clock } = await setUpBookings({ BOOKING_HOURS: 'Sun-Sat 00:00-24:00', BOOKING_DAYS: '60' });
  clock.now = Date.UTC(2027, 2, 5, 12);
  const token = await verified();
  const on = async (day: string, zone: string) => {
    const page = shown((await open(token, `&day=${day}&zone=${zone}`)).body);
    const listed = page.lines('zone').find((line) => line.includes('Sydney'));
    return [page.mark('chosenDay'), page.mark('zoneWords'), page.mark('companyZoneWords'), listed?.slice(2)];
  };
  expect(await on('2027-03-08', 'America/New_York')).toEqual([
    '2027-03-08',
    'New York (GMT−5)',
    'Rome (GMT+1)',
    'Sydney (GMT+11) Australia/Sydney',
  ]);
  expect(await on('2027-03-15', 'America/New_York')).toEqual([
    '2027-03-15',
    'New York (GMT−4)',
    'Rome (GMT+1)',
    'Sydney (GMT+11) Australia/Sydney',
  ]);
  expect(await on('2027-04-05', 'America/New_York')).toEqual([
    '2027-04-05',
    'New York (GMT−4)',
    'Rome (GMT+2)',
    'Sydney (GMT+10) Australia/Sydney',
  ]);
  expect(await on('2027-03-14', 'America/New_York')).toEqual([
    '2027-03-14',
    'New York',
    'Rome (GMT+1)',
    'Sydney (GMT+11) Australia/Sydney',
  ]);
  expect(shown((await open(token)).body).mark('span')).toBe('March to May 2027');
  const twice = shown((await open(token, '&day=2027-04-04&zone=Australia/Sydney')).body).lines('time');
  expect(twice.map((line) => line.slice(27)).filter((line) => line.startsWith('02'))).toEqual(
    ['02:00 GMT+11', '02:30 GMT+11', '02:00 GMT+10', '02:30 GMT+10'], // oxfmt-ignore
  );
});
