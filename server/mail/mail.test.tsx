import { expect, test } from 'vitest';
import { Text } from './layout.tsx';
import { renderMail } from './render.ts';
import { frame, specimen } from './mail.testing.tsx';

test('the text part reads like the page: one line a fact, each address once, and an answer’s own lines', async () => {
  const { text } = renderMail(specimen('first'), { name: 'Ada', link: 'https://www.example.com/verify?token=abc&x=1' }, frame);
  expect(text).toBe(`Confirm your e-mail address

Hello Ada, thank you for your interest. Please confirm that this address is yours, and our team will get in touch.

Confirm my address <https://www.example.com/verify?token=abc&x=1>

Company: Aurora Asset Management & Co. <Milano>
Message: First line
Second line

You did not ask for this? Then do nothing, and nothing happens. More on privacy <https://www.example.com/privacy>.

--${' '}
Cognitive PRO
Milan, Italy · London, UK
https://www.example.com
`);
});

test('a mail that ends with the company’s name has it once', async () => {
  const signed = { ...specimen('first'), Body: () => <Text>{['Hanna', <br key="end" />, frame.company]}</Text> };
  const { text } = renderMail(signed, { name: 'Ada', link: '' }, frame);
  expect(text).toBe(`Hanna\nCognitive PRO\n\n-- \nMilan, Italy · London, UK\nhttps://www.example.com\n`);
});

test('a mail that is rendered once for all its addresses is what it would be by itself', async () => {
  const mail = specimen('first');
  const links = ['https://www.example.com/verify?token=abc&x="1"', "https://www.example.com/it's?$&<b>"];
  for (const link of links) {
    const props = { name: 'Ada', link };
    expect(renderMail({ ...mail, blank: 'link' }, props, frame)).toEqual(renderMail(mail, props, frame));
  }
});
