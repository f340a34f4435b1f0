import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { readSettings } from '../../settings/settings.ts';
import { freshStore } from '../../store/store.testing.ts';
import { sharedTexts, type Mail } from '../../mail/mail.ts';
import { insertAccount } from '../accounts.ts';
import { actionNotice } from './action-notice.mail.tsx';

test.each([
  ['asked', 'Asked for: portfolio taken off the site'],
  ['waits', 'Waits for another person: portfolio taken off the site'],
  ['kept', 'Not done: portfolio taken off the site'],
  ['own request', 'Refused: portfolio taken off the site'],
  [undefined, 'Portfolio taken off the site'],
])('a removal (%s) is told as what it is', async (outcome, heading) => {
  const store = await freshStore();
  const account = await insertAccount(store.db, { name: 'Ada', address: 'ada@staff.example', roles: ['figures'], state: 'active', now: 1 });
  const sent: string[] = [];
  const mailer = {
    send: async <Props,>(mail: Mail<Props>, props: Props) =>
      void sent.push(mail.subject(props, sharedTexts), renderToStaticMarkup(mail.Body(props, sharedTexts))),
  };
  const detail = { version: 3, ...(outcome !== undefined && { outcome }) };
  const told = { account, actor: 'command:Eve', action: 'portfolio taken off the site', at: 1, detail };
  const services = { store, mailer, settings: readSettings({}) } as unknown;
  await actionNotice.run(told, { services } as Parameters<typeof actionNotice.run>[1]);
  expect(sent[0]).toBe(`${heading}, by Eve, by command`);
  expect(sent[1]).toContain(`>${heading}</h1>`);
});
