import { expect, test } from '@playwright/test';
import { demoRequest, formPath } from '../crash/demo-form.ts';
import { accessibilityFaults } from '../fixtures/accessibility.ts';
import { openDesk, sendForm } from '../fixtures/desk-page.ts';

test('two work on the same list at once: one press takes what nobody else took, names the rest, and is undone by another', async ({
  browser,
}) => {
  const desk = await openDesk(browser);
  try {
    const { server, page: ada } = desk;
    for (const name of ['Zoë', 'Eva', 'Max'])
      await sendForm(server, formPath, { ...demoRequest(`${name.length}${name.charCodeAt(0)}@clients.example`), name, surname: 'Quill' });
    const bob = await desk.open({ name: 'Bob Seller', address: 'bob@desk-several.internal', roles: ['sales'] });
    // Nothing of what the other one does is told here, as after a lost connection.
    await ada.route('**/api/leads/changes', (route) => route.abort());
    await ada.goto('/leads');
    const list = ada.getByRole('list', { name: 'Leads' });
    await expect(list.getByRole('link')).toHaveCount(3);
    await ada.keyboard.press('j');
    await ada.keyboard.press('Shift+ArrowDown');
    await ada.keyboard.press('Shift+ArrowDown');
    await expect(ada.getByText('3 chosen')).toBeVisible();
    expect(await accessibilityFaults(ada)).toEqual([]);
    await bob.goto('/leads');
    await bob.getByRole('link').filter({ hasText: 'Eva Quill' }).click();
    await bob.getByRole('button', { name: 'Take it' }).click();
    await expect(bob.getByText('Given to Bob Seller')).toBeVisible();
    // The answer to the first press is lost after the server has done it: the next press changes nothing twice.
    await ada.route('**/api/leads/several', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await ada.keyboard.press('a');
    await expect(ada.getByText('the same press changes nothing twice')).toBeVisible();
    await ada.unroute('**/api/leads/several');
    await ada.keyboard.press('a');
    await expect(ada.getByText('1 was taken by Bob Seller meanwhile: Eva Quill.')).toBeVisible();
    await expect(ada.getByText('2 leads: yours')).toBeVisible();
    await expect(list.getByRole('link').filter({ hasText: 'Ada Rossi' })).toHaveCount(2);
    await ada.getByRole('button', { name: 'Undo' }).click();
    await expect(list.getByRole('link').filter({ hasText: 'Ada Rossi' })).toHaveCount(0);
    await list.getByRole('link').filter({ hasText: 'Max' }).click();
    await expect(ada.getByText('Given to Ada Rossi')).toHaveCount(1);
    await ada.goto('/leads');
    await ada.setViewportSize({ width: 390, height: 844 });
    await ada.getByRole('button', { name: 'Choose several' }).click();
    await ada.getByRole('checkbox', { name: 'All 3' }).check();
    await ada.getByRole('button', { name: 'Spam…' }).click();
    await ada.getByRole('button', { name: 'Mark as spam' }).click();
    await expect(list.getByRole('link')).toHaveCount(0);
  } finally {
    await desk.close();
  }
});
