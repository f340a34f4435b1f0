import { disclosedNotes } from '../../contract/figures/disclosure.testing.ts';
import { cleanText } from '../../contract/clean-text.ts';
import { describe, expect, test } from 'vitest';
import { readAttribution } from '../../contract/api.ts';
import { countryOfPhone } from '../../contract/phone-country.ts';
import { phoneLink } from '../../contract/phone-link.ts';
import { changed, internationalPhone, phoneOf } from '../../contract/phone-number.ts';
import { excerpt } from '../../contract/posting.ts';
import { parseSums } from '../backup/manifest.ts';
import { takeApart, withoutFarDates } from '../booking/feeds/calendar-parts.ts';
import { escapeControls } from '../cli/output.ts';
import { csv, textTable } from '../cli/text-table.ts';
import { retryAfterOf } from '../deliveries/sending.ts';
import { deviceOf } from '../staff/sign-in/device.ts';
import { clientOf } from '../http/client-address.ts';
import { negotiate } from '../http/resource.ts';
import { escapeHtml } from '../http/fill-placeholders.ts';
import { readImportTable } from '../insights/import/import-table.ts';
import { idOfFile, readFile } from '../insights/import/record-file.ts';
import { paperId } from '../insights/papers/papers.ts';
import { failureClass } from '../queue/job-causes.ts';
import { readCursor } from '../work/index/list-order.ts';
import { fold, needlesOf, searchText } from '../work/index/search-text.ts';
import { addressKey, exactKey, isSendable, parseMailbox, withoutAddresses } from '../kernel/address.ts';
import { readAddresses } from '../kernel/addresses-in-text.ts';
import { headerValue } from '../mail/write-message.ts';
import { limitKey, recipientDomain } from '../mail/mail-domains.ts';
import { plainText } from '../kernel/plain-text.ts';
import { textOf } from '../mail/render.ts';
import { cvFileOf } from '../privacy/export-document.ts';
import { textsIn, jsonObject } from '../store/json-column.ts';
import { findSlowText, GENERAL } from '../testing/hostile-text.testing.ts';
import { rotated } from '../testing/rotation.testing.ts';

const file = { body: Buffer.alloc(1), br: Buffer.alloc(1), gzip: Buffer.alloc(1) };
const calendar = (line: string) => `BEGIN:VCALENDAR\nBEGIN:VEVENT\n${line}\nEND:VEVENT\nEND:VCALENDAR`;
const asked = { previous: undefined, today: 20_000 };

/**
 * Functions that read texts by other people: visitors, their browsers and mail servers, files and calendars. For the forms' fields:
 * contract/raw-input.test.ts.
 */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  csv: (text) => csv([[text]]),
  textTable: (text) => textTable([[text], [text]]),
  escapeControls,
  escapeHtml,
  cleanText: (text) => cleanText(text, true),
  readAttribution: (text) => readAttribution({ page: text, referrer: text, utm: { source: text } }),
  internationalPhone,
  'changed telephone number': (text) => changed(phoneOf('+39 02 1234567'), text, 'whole'),
  countryOfPhone,
  phoneLink,
  excerpt,
  fold,
  searchText: (text) => searchText({ name: text, email: text, company: text, phone: text }),
  needlesOf,
  readCursor: (text) => readCursor(text, 'newest'),
  addressKey,
  'addressKey of a domain': (text) => addressKey(`a@${text}`),
  exactKey,
  limitKey,
  recipientDomain: (text) => recipientDomain(`a@${text}`),
  isSendable,
  parseMailbox,
  withoutAddresses,
  readAddresses,
  headerValue,
  plainText: (text) => plainText(text, 500),
  'text of a mail': (text) => textOf(`<p>${text}</p>`),
  failureClass,
  retryAfterOf: (text) => retryAfterOf(text, 0),
  deviceOf,
  clientOf,
  negotiate: (text) => negotiate(text, file),
  readImportTable,
  'a track record': (text) => readFile(`date,portfolio\n2024-01-08,${text}\n${text}`, 'fund', disclosedNotes, asked),
  idOfFile: (text) => idOfFile(text, text, {}),
  paperId,
  takeApart: (text) => takeApart(calendar(text)),
  withoutFarDates: (text) => withoutFarDates([`RDATE:${text}`], '20260101', '20270101'),
  parseSums,
  cvFileOf: (text) => cvFileOf({ key: 'k', name: text }),
  textsIn,
  jsonObject,
};

/** Functions that take a millisecond for any text: tested with fewer characters. */
const slowerThemselves: Readonly<Record<string, readonly string[]>> = {
  'a track record': [' ', '0', '.', ',', '"', '\n', '-'],
  'text of a mail': [' ', '\n', '<', '&', 'a'],
  headerValue: [' ', '=', '?', 'a', '\u0301'],
  searchText: [' ', '.', '(', '0', 'a', '@', '\u0301', '\ud800'],
};

describe('no text costs more time than it is long', () => {
  test.each(rotated(Object.keys(readers), 0, 3))('%s', (name) => {
    const work = (text: string) => {
      try {
        readers[name]!(text);
      } catch {
        // A text that is refused was read too.
      }
    };
    expect(findSlowText(slowerThemselves[name] ?? GENERAL, work)).toBeUndefined();
  });
});
