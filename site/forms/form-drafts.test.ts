import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dropDraft, readDraft, saveFormDraft } from './form-drafts.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a draft', () => {
  it('comes back as it was typed, with the time of its first letter, until it is dropped', () => {
    stubStorage();
    vi.useFakeTimers({ now: 1000 });
    saveFormDraft('contacts', { name: 'A' });
    vi.setSystemTime(5000);
    saveFormDraft('contacts', { name: 'Ada' }, 'cv.pdf');
    saveFormDraft('contacts', { name: 'Ada', subject: '' });
    expect(readDraft('contacts')).toEqual({ answers: { name: 'Ada' }, file: 'cv.pdf', since: 1000 });
    expect(readDraft('report')).toBeUndefined();
    dropDraft('contacts');
    expect(readDraft('contacts')).toBeUndefined();
  });

  it('goes once everything typed was deleted', () => {
    const stored = stubStorage();
    saveFormDraft('contacts', { name: 'A' });
    expect(stored.size).toBe(1);
    saveFormDraft('contacts', {}, 'cv.pdf');
    expect(stored.size).toBe(1);
    saveFormDraft('contacts', { name: '', accept_newsletter: 'false' }, null);
    expect(stored.size).toBe(0);
  });

  it('brings back any text, and nothing empty', () => {
    stubStorage();
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.string({ unit: 'grapheme' }), { noNullPrototype: true }), (answers) => {
        dropDraft('form');
        saveFormDraft('form', answers);
        const typed = Object.entries(answers).filter(([, value]) => value !== '' && value !== 'false');
        expect(readDraft('form')?.answers ?? {}).toEqual(Object.fromEntries(typed));
      }),
    );
  });

  it.each(['', 'null', '7', '{}', '{"answers":null,"since":1}', '{"answers":{},"since":"1"}', '{"answers":'])(
    'is none where the storage holds %j',
    (text) => {
      const stored = stubStorage();
      stored.set('draft:form', text);
      expect(readDraft('form')).toBeUndefined();
    },
  );

  it('takes no answer that is no text', () => {
    const stored = stubStorage();
    stored.set('draft:form', '{"answers":{"name":"Ada","age":7,"x":null},"since":1}');
    expect(readDraft('form')).toEqual({ answers: { name: 'Ada' }, since: 1 });
  });

  it('harms nobody where storage is full, or off, or not there', () => {
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    for (const storage of [
      { getItem: () => null, setItem: full, removeItem: full },
      { getItem: full, setItem: full, removeItem: full },
      undefined,
    ]) {
      vi.stubGlobal('sessionStorage', storage);
      saveFormDraft('form', { name: 'Ada' });
      dropDraft('form');
      expect(readDraft('form')).toBeUndefined();
    }
  });
});

function stubStorage(): Map<string, string> {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  return stored;
}
