import { expect, test } from 'vitest';
import { careerForm, careerMessages } from '../../contract/forms/career.ts';
import { applicationPlainForm } from '../../contract/forms/plain-form-list.ts';
import { choiceMark, PLAIN_FORM_ALERT, plainFormMarks } from '../../contract/forms/plain-form.ts';
import { limits } from '../../contract/limits.ts';

import { testOnStores } from '../store/store.testing.ts';
import { application, pdf, setUp, validApplication } from './applications.testing.ts';

const plain = { accept: 'text/html,application/xhtml+xml' };
const { refused, sent } = applicationPlainForm().paths;

async function withPage() {
  const made = await setUp();
  const names = [...careerForm.fields.map(({ field }) => field), careerForm.file!.name];
  const fields = names.map((name) => `<i id="${name}">${plainFormMarks(name).value}|${plainFormMarks(name).error}</i>`);
  const html = `<p>${PLAIN_FORM_ALERT}</p><input type="checkbox" ${choiceMark('accept_newsletter')}="">${fields.join('')}`;
  Object.assign(made.context.site.pages.get(refused)!, { body: Buffer.from(html) });
  return made;
}

testOnStores('an application without JavaScript is stored with its CV and thanked', async () => {
  const { send, leads, files, onDisk } = await withPage();
  const answer = await send(application({ ...validApplication, website: '' }), plain);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, sent]);
  const [lead, ...others] = await leads();
  expect(others).toEqual([]);
  expect([lead!.kind, lead!.suspected_spam, JSON.parse(lead!.attribution)]).toEqual(['application', 0, { page: '/careers' }]);
  expect(await files()).toMatchObject([{ lead_id: lead!.id }]);
  expect(await onDisk()).toHaveLength(1);
});

test('a second press sends the same application, and one with another CV is another', async () => {
  const { send, leads, onDisk } = await withPage();
  const cv = pdf();
  const press = (file = cv) => send(application(validApplication, file), plain);
  const answers = [...(await Promise.all([press(), press()])), await press()];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303]);
  expect([(await leads()).length, (await onDisk()).length]).toEqual([1, 1]);
  expect((await press(pdf(5000))).statusCode).toBe(303);
  expect([(await leads()).length, (await onDisk()).length]).toEqual([2, 2]);
});

test('it comes back with what was typed, its position and its tick, and leaves no file behind', async () => {
  const { send, leads, onDisk } = await withPage();
  const typed = { ...validApplication, email: 'x', accept_newsletter: 'true' };
  const answer = await send(application(typed), plain);
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([422, 'no-store']);
  expect(answer.body).toContain('<p>Some errors in your form.</p>');
  expect(answer.body).toContain('<i id="email">x|This is not a valid email</i>');
  expect(answer.body).toContain(`<i id="subject">${validApplication.subject}|</i>`);
  expect(answer.body).toContain('<input type="checkbox" checked="">');
  expect([await leads(), await onDisk()]).toEqual([[], []]);
});

test.each([
  ['of another kind', Buffer.from('<html>'), 422, careerForm.file!.messages.type],
  ['too large', pdf(limits.cv + 1), 413, careerForm.file!.messages.size],
])('a file %s is named beside its field', async (_, file, status, message) => {
  const { send } = await withPage();
  const answer = await send(application(validApplication, file), plain);
  expect([answer.statusCode, answer.body]).toEqual([status, expect.stringContaining(`|${message}</i>`)]);
  expect(answer.body).toContain(`<i id="name">${validApplication.name}|</i>`);
});

test('of one so large that nothing was read, a page says what to do, and repeats nothing', async () => {
  const { send, leads, onDisk } = await withPage();
  const answer = await send(application(validApplication, pdf(limits.multipartBody)), plain);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([413, 'text/html; charset=utf-8']);
  expect(answer.body).toContain(`${careerForm.file!.messages.size}: nothing was sent. Go back`);
  expect(answer.body).not.toContain(validApplication.name);
  expect([await leads(), await onDisk()]).toEqual([[], []]);
});

test('no file chosen is told, and a store that is down as well', async () => {
  const { send, store } = await withPage();
  const none = await send(application(validApplication, Buffer.alloc(0), ''), plain);
  expect([none.statusCode, none.body]).toEqual([422, expect.stringContaining(`|${careerForm.file!.messages.missing}</i>`)]);
  await store.close();
  const down = await send(application(), plain);
  expect([down.statusCode, down.body]).toEqual([503, expect.stringContaining(careerMessages.failure)]);
});
