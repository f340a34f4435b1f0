import * as v from 'valibot';
import { afterEach, expect, test, vi } from 'vitest';
import { draftOf, forgetDrafts, readTyped, typedOver, writeDraft } from './drafts.ts';

afterEach(() => {
  forgetDrafts();
  vi.unstubAllGlobals();
});

function storage(): Storage {
  const items: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => items[key] ?? null,
    setItem: (key: string, value: string) => void (items[key] = value),
    removeItem: (key: string) => void delete items[key],
  };
  // Like the browser's storage, whose own keys are the stored items.
  return new Proxy(methods as unknown as Storage, {
    ownKeys: () => Object.keys(items),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}

test('a draft is there until it is sent, and each has its own', () => {
  vi.stubGlobal('sessionStorage', storage());
  writeDraft('note 1', 'Rang, no answer');
  writeDraft('note 2', 'Second');
  expect(draftOf('note 1')).toBe('Rang, no answer');
  writeDraft('note 1', '');
  expect([draftOf('note 1'), draftOf('note 2')]).toEqual(['', 'Second']);
});

test('whoever signs out leaves none, and nothing else of the tab is touched', () => {
  const own = storage();
  vi.stubGlobal('sessionStorage', own);
  own.setItem('other', 'stays');
  writeDraft('note 1', 'Mine');
  forgetDrafts();
  expect([draftOf('note 1'), own.getItem('other')]).toEqual(['', 'stays']);
});

test('without storage a draft lives as long as the page', () => {
  const off = () => {
    throw new DOMException('off', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: off, setItem: off, removeItem: off });
  writeDraft('note 1', 'Mine');
  expect(draftOf('note 1')).toBe('Mine');
  writeDraft('note 1', '');
  expect(draftOf('note 1')).toBe('');
});

test('a draft of several fields is read by its schema: one of an older build is none', () => {
  const schema = v.object({ name: v.string() });
  expect(readTyped(schema, '{"name":"Ada"}')).toEqual({ name: 'Ada' });
  for (const text of ['', '{"name":', 'null', '{"named":"Ada"}']) expect(readTyped(schema, text)).toBeUndefined();
});

test('what was typed into a dialog comes back over what it begins with, field by field', () => {
  const initial = { name: 'Ada', roles: ['sales'], agreed: false };
  expect(typedOver(initial, '{"name":"Grace","agreed":true}')).toEqual({ name: 'Grace', roles: ['sales'], agreed: true });
  expect(typedOver(initial, '{"roles":["hr"]}')).toEqual({ ...initial, roles: ['hr'] });
  for (const draft of ['', '[]', '{"name":', '{"name":1,"roles":"hr","agreed":"yes","other":"x"}'])
    expect(typedOver(initial, draft)).toEqual(initial);
});
