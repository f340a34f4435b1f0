import { elementAt } from '../../../contract/checked.ts';
import { expect, test } from 'vitest';
import { zoneScript } from './zone-script.ts';

function openedAt(address: string, { shown, local }: { shown: string; local: string | undefined }): string[] {
  const opened: string[] = [];
  const document = { currentScript: { dataset: { zone: shown } } };
  const location = { href: address, replace: (to: URL) => opened.push(to.href) };
  const Intl = { DateTimeFormat: () => ({ resolvedOptions: () => ({ timeZone: local }) }) };
  // oxlint-disable-next-line typescript/no-implied-eval -- runs the text as a page does
  new Function('document', 'location', 'Intl', zoneScript())(document, location, Intl);
  return opened;
}

const page = 'https://www.example.com/meeting?token=abc';

test('a page of no chosen zone is asked for in the browser’s own, once', () => {
  const opened = openedAt(page, { shown: 'Europe/Rome', local: 'America/New_York' });
  expect(opened).toEqual(['https://www.example.com/meeting?token=abc&zone=America%2FNew_York']);
  expect(openedAt(elementAt(opened, 0), { shown: 'Europe/Rome', local: 'America/New_York' })).toEqual([]);
});

test.each([
  { shown: '', local: 'America/New_York' },
  { shown: 'Europe/Rome', local: 'Europe/Rome' },
  { shown: 'Europe/Rome', local: undefined },
])('one whose zone is chosen, the browser’s, or not to be known stays: %j', (zones) => {
  expect(openedAt(page, zones)).toEqual([]);
});
