import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { plainText } from '../kernel/plain-text.ts';
import { createComposer, type Message } from './message.ts';

const message: Message = { id: 'a', to: ['staff@example.com'], subject: '', html: '<p>x</p>', text: 'x', date: new Date(0) };
const from = 'Cognitive PRO <no-reply@example.com>';

async function written(changes: Partial<Message>, sender = from) {
  const { content } = await createComposer(sender)({ ...message, ...changes });
  const text = content.toString();
  const lines = text.slice(0, text.indexOf('\r\n\r\n')).split('\r\n');
  return { mail: await PostalMime.parse(text), longest: Math.max(...lines.map((line) => Buffer.byteLength(line))), lines, text };
}

test.each([
  ['2 000 letters', 'x'.repeat(2000), `${'x'.repeat(199)}…`],
  ['2 000 letters with accents', 'è'.repeat(2000), `${'è'.repeat(199)}…`],
  ['many words', 'word '.repeat(400), `${'word '.repeat(39)}word…`],
  ['an encoded word', 'Re: =?utf-8?B?SGFja2Vk?= ok', 'Re: =?utf-8?B?SGFja2Vk?= ok'],
  ['half an encoded word', '=?utf-8?Q?Bank', '=?utf-8?Q?Bank'],
  ['a word that fills a line', `a ${'y'.repeat(90)}`, `a ${'y'.repeat(90)}`],
  ['the direction turned', 'invoice\u202egnp', 'invoice gnp'],
])('a subject of %s is shown as it was typed, on lines that every server takes', async (_, subject, shown) => {
  const { mail, longest } = await written({ subject });
  expect(mail.subject).toBe(shown);
  expect(longest).toBeLessThanOrEqual(78);
});

test('whatever is typed into a subject, the reader sees just that, and no header line is long', async () => {
  const pieces = fc.constantFrom('=?utf-8?Q?', '?=', '=?', 'a', ' ', 'è', '😀', '"', '\\', ',', ':', '\t', 'x'.repeat(70), '=41', '_');
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { minLength: 1, maxLength: 12 }), async (services) => {
      const subject = `s${services.join('')}`;
      const { mail, longest } = await written({ subject });
      expect(mail.subject).toBe(plainText(subject, 200));
      expect(longest).toBeLessThanOrEqual(78);
    }),
    { numRuns: 100 },
  );
});

test.each(['Rossi, Anna "the boss" <x> \\', 'a\r\nBcc: x@evil.example', 'Ñ'.repeat(900), 'n '.repeat(900)])(
  'a sender called %j is one sender',
  async (name) => {
    const { mail, longest, lines } = await written({}, `"${name.replaceAll(/[<>"]/g, '')}" <no-reply@example.com>`);
    expect(mail.from).toMatchObject({ address: 'no-reply@example.com' });
    expect(longest).toBeLessThanOrEqual(998);
    expect(lines.filter((line) => /^bcc/i.test(line))).toEqual([]);
  },
);

test('an address that cannot be replied to is left out, and the mail leaves', async () => {
  for (const replyTo of ['=?utf-8?q?a?=@evil.example', 'a@example.com, b@example.com', 'a@x.example\r\nBcc: b@example.com', ''])
    expect((await written({ replyTo })).mail.replyTo).toBeUndefined();
});

test('a text without a space is broken within itself: no line of a mail is longer than a server takes', async () => {
  const { text } = await written({ text: 'x'.repeat(5000), html: `<p>${'y'.repeat(5000)}</p>` });
  expect(Math.max(...text.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
});

test('whatever a mail says, its reader reads just that', async () => {
  const pieces = fc.constantFrom(
    '=',
    '=3D',
    '=_',
    '--=_whole',
    '\n',
    '\r\n',
    '.',
    ' ',
    '\t',
    'è',
    '😀',
    '<p>',
    'word ',
    'x'.repeat(75),
    '&amp;',
  );
  const bodies = fc.array(pieces, { maxLength: 20 }).map((some) => some.join(''));
  await fc.assert(
    fc.asyncProperty(bodies, bodies, async (text, html) => {
      const { mail, text: source } = await written({ text: `t${text}`, html: `h${html}` });
      // A part's last line end belongs to what follows it.
      const read = (part = '') => part.replaceAll('\r\n', '\n').trimEnd();
      expect([read(mail.text), read(mail.html)]).toEqual([read(`t${text}`), read(`h${html}`)]);
      expect(Math.max(...source.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78);
      expect(mail.attachments).toMatchObject([{ contentId: '<logo>', mimeType: 'image/png', disposition: 'inline' }]);
    }),
    { numRuns: 100 },
  );
});

test('a mail is the same with an attachment and without', async () => {
  const changes = {
    subject: 'Your request',
    to: ['Ada L. <ada@example.com>', 'b@example.com'],
    replyTo: 'Bob "B" Rossi <bob@example.com>',
    unsubscribe: 'https://www.example.com/u?token=x',
  };
  const attachments = [{ filename: 'a.txt', contentType: 'text/plain', content: Buffer.from('a') }];
  const [without, having] = [await written(changes), await written({ ...changes, attachments })];
  const facts = ({ mail: { from: sender, to, replyTo, subject, messageId, date, headers, text, html } }: typeof having) => ({
    sender,
    to,
    replyTo,
    subject,
    messageId,
    date,
    bodies: [text?.trim(), html?.trim()],
    headers: headers.filter(({ key }) => !key.startsWith('content-')),
  });
  expect(facts(without)).toEqual(facts(having));
});
