import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CALLER_PATTERN, callerFor, callers, callerSource, dialogWords, linkEnd, paperCaller, readAbout } from './callers.ts';
import { requestWords } from './request-words.ts';

describe('callerFor', () => {
  it.each([
    ['home_bad', 'bookademo', '/formsent'],
    ['cognitive_bad', 'bookademo', '/bookLanding'],
    ['ecosystem_bad', 'bookademo', '/formsent'],
    ['home_cu', 'generic', '/confirm'],
    ['about_cu', 'generic', '/confirm'],
    ['ecosystem_cu', 'generic', '/confirm'],
    ['portfolios_cu', 'portfolios_cu', '/confirm'],
    ['insights_cu', 'insights_cu', '/insights/landing'],
    [paperCaller('how-figures-are-computed'), 'insights_cu', '/insights/paper'],
    ['0', 'default', '/confirm'],
  ])('opens for %s the form %s and leads to %s', (id, form, landing) => {
    expect({ ...callerFor(id), ...linkEnd(id) }).toMatchObject({ form, landing });
  });

  it('has the default row for whatever nobody declared', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', 'paper_', 'PAPER_1', '')), (id) => {
        fc.pre((!callers.has(id) && !id.startsWith('paper_')) || id === 'paper_');
        expect(callerFor(id)).toBe(callerFor('0'));
      }),
    );
  });

  it('says what was asked for, and names what it is about', () => {
    for (const id of [...callers.keys(), '0', 'paper_x']) {
      const caller = callerFor(id);
      const { about, asks } = caller;
      const all = (name?: string) => Object.values({ ...dialogWords(caller, name), ...requestWords(asks, name) });
      for (const text of [callerSource(id), ...all(), ...all('Alpha')]) expect(text).toMatch(/^[A-Z].+[^.]$|\.$/);
      if (about === undefined) continue;
      const { request, confirm } = requestWords(asks, 'Alpha');
      expect([request, confirm]).toEqual([expect.stringContaining('Alpha'), expect.stringContaining('Alpha')]);
      expect(JSON.stringify(all())).not.toMatch(/undefined|“”/);
    }
    expect(dialogWords(callerFor('paper_x'), 'How to read a market graph').title).toBe('Get “How to read a market graph”');
    expect(requestWords(callerFor('home_bad').asks).confirm).toBe('Confirm your address to book your demo');
  });
});

describe('readAbout', () => {
  it('takes what the caller takes, and the paper of its own name where nothing was sent', () => {
    expect(readAbout('portfolios_cu', { kind: 'portfolio', id: 'alpha' })).toEqual({ kind: 'portfolio', id: 'alpha' });
    expect(readAbout('paper_graph', { kind: 'paper', id: 'graph' })).toEqual({ kind: 'paper', id: 'graph' });
    expect(readAbout('paper_graph', undefined)).toEqual({ kind: 'paper', id: 'graph' });
    expect(readAbout('paper_graph', { kind: 'portfolio', id: 'alpha' })).toEqual({ kind: 'paper', id: 'graph' });
  });

  it('leaves everything else out, whatever it is', () => {
    expect(readAbout('portfolios_cu', { kind: 'paper', id: 'graph' })).toBeUndefined();
    expect(readAbout('home_bad', { kind: 'paper', id: 'graph' })).toBeUndefined();
    fc.assert(
      fc.property(fc.constantFrom(...callers.keys(), '0'), fc.jsonValue(), fc.string({ unit: 'binary' }), (caller, value, id) => {
        expect(readAbout(caller, value)).toBeUndefined();
        const read = readAbout('portfolios_cu', { kind: 'portfolio', id });
        expect(read === undefined || /^[\w-]{1,64}$/.test(read.id)).toBe(true);
      }),
    );
  });
});

describe('CALLER_PATTERN', () => {
  it('takes every declared caller and nothing that is not 1 to 64 letters, digits, _ or -', () => {
    for (const id of [...callers.keys(), '0', 'paper_x-1', 'a'.repeat(64)]) expect(CALLER_PATTERN.test(id)).toBe(true);
    for (const id of ['', 'a'.repeat(65), 'a b', 'a/b', 'é', 'a\n', '../x']) expect(CALLER_PATTERN.test(id)).toBe(false);
  });
});
