import { expect, test } from 'vitest';
import { readSettings } from '../settings/settings.ts';
import { locationLine, leadLocation } from './notice-parts.tsx';

test('a notice names the page at the desk, and the command where no desk is served', () => {
  const served = readSettings({ DESK_URL: 'https://desk.example.com' });
  const off = readSettings({ DESK_PORT: 'off' });
  expect(['contact', 'message', 'application'].map((kind) => locationLine(leadLocation({ id: 'x', kind }, served)))).toEqual([
    'At the desk: https://desk.example.com/leads/x',
    'At the desk: https://desk.example.com/messages/x',
    'At the desk: https://desk.example.com/applications/x',
  ]);
  expect(locationLine(leadLocation({ id: 'x', kind: 'report' }, off))).toBe('The whole history: npm run leads -- show x');
  expect(locationLine(leadLocation({ id: 'x', kind: 'application' }, off))).toBe('The whole history: npm run applications -- show x');
});
