import { expect, it } from 'vitest';
import { contactForms } from './contact.ts';
import { fieldNamed, firstIssue } from './form.ts';

function messageOf(field: string, value: string): string | undefined {
  return firstIssue(fieldNamed(contactForms.default, field).schema, value);
}

it.each(['name', 'surname'])('a %s has the joiners of its script and the hyphens of Word between letters, and nowhere else', (field) => {
  for (const value of ['علی\u200cرضا', 'ශ්\u200dරී', 'Jean\u2010Luc', 'Anne\u2011Marie O’Neill'])
    expect(messageOf(field, value), value).toBeUndefined();
  for (const joiner of ['\u200c', '\u200d', '\u2010', '\u2011']) {
    const beside = [`${joiner}Ada`, `Ada${joiner}`, `Ada ${joiner}Byron`, `Ada${joiner} Byron`, `Ada${joiner}${joiner}Byron`, joiner];
    for (const value of beside) expect(messageOf(field, value), JSON.stringify(value)).toMatch(/must contain only letters/);
  }
});

it.each(['info@उदाहरण.परीक्षा', 'a@ไทยที่.example', 'info@डाटामेल.भारत', 'a@தமிழ்.இந்தியா', 'a@ভারত.ভারত', 'a=b?@example.com'])(
  'an address may be %s',
  (address) => expect(messageOf('email', address)).toBeUndefined(),
);

it.each(['=?utf-8?q?x?=@good10.example', '=?x?=a1@example.com', 'a@\u0301b.example'])('no address is %s', (address) =>
  expect(messageOf('email', address)).toBe('Invalid email address'),
);
