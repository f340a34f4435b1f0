import { expect, test } from 'vitest';
import { zoneScript } from './zone-script.ts';

function openedAt(address: string, { shown, own }: { shown: string; own: string | undefined }): string[] {
  const opened: string[] = [];
  const document = { currentScript: { dataset: { zone: shown } } };
  const location = { href: address, replace: (to: URL) => opened.push(to.href) };
  const Intl = { DateTimeFormat: () => ({ resolvedOptions: () => ({ timeZone: own }) }) };
  // oxlint-disable-next-line typescript/no-implied-eval -- runs the text as a page does
  new Function('document', 'location', 'Intl', zoneScript())(document, location, Intl);
  return opened;
}

const page = 'https://www.example.com/meeting?token=abc';

test('a page of no chosen zone is asked for in the browser’s own, once', () => {
  const opened = openedAt(page, { shown: 'Europe/Rome', own: 'America/New_York' });
  expect(opened).toEqual(['https://www.example.com/meeting?token=abc&zone=America%2FNew_York']);
  expect(openedAt(opened[0]!, { shown: 'Europe/Rome', own: 'America/New_York' })).toEqual([]);
});

test.each([
  { shown: '', own: 'America/New_York' },
  { shown: 'Europe/Rome', own: 'Europe/Rome' },
  { shown: 'Europe/Rome', own: undefined },
])('one whose zone is chosen, the browser’s, or not to be known stays: %j', (zones) => {
  expect(openedAt(page, zones)).toEqual([]);
});
