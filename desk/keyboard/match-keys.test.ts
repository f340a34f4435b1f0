import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DeskCommand } from './commands.ts';
import { isCharacter, keyNames, matchKeys, tokenOf } from './match-keys.ts';

const commands = ['j', 'g l', 'g p', 'mod+k', '?'].map((keys): DeskCommand => ({
  id: keys,
  title: keys,
  group: 'Test',
  keys,
  run: () => undefined,
}));
const press = (key: string, more = {}) => tokenOf({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });
const matched = (token: string, pending?: string) => matchKeys(token, pending, commands);

describe('a press', () => {
  test('is written as commands write it, with Ctrl and DeskCommand as one', () => {
    expect([press('J'), press('?'), press(' '), press('Enter')]).toEqual(['j', '?', 'Space', 'Enter']);
    expect([press('k', { ctrlKey: true }), press('K', { metaKey: true })]).toEqual(['mod+k', 'mod+k']);
  });

  test('of a modifier alone, or with Alt, which writes letters on many keyboards, is none', () => {
    expect([press('Shift'), press('Dead'), press('l', { altKey: true })]).toEqual([undefined, undefined, undefined]);
  });
});

describe('keys', () => {
  test('do what is theirs, alone or one after the other', () => {
    expect(matched('j').command?.id).toBe('j');
    expect(matched('g')).toEqual({ pending: 'g' });
    expect(matched('p', 'g').command?.id).toBe('g p');
    expect(matched('x')).toEqual({});
  });

  test('that make no pair with the one before stand for themselves', () => {
    expect(matched('j', 'g').command?.id).toBe('j');
    expect(matched('g', 'g')).toEqual({ pending: 'g' });
  });

  test('never do what nobody pressed the last key of', () => {
    const token = fc.constantFrom('j', 'g', 'l', 'p', 'k', 'mod+k', '?', 'Enter');
    fc.assert(
      fc.property(fc.array(token), (tokens) => {
        let pending: string | undefined;
        for (const one of tokens) {
          const result = matched(one, pending);
          if (result.command !== undefined) expect(result.command.keys!.split(' ').at(-1)).toBe(one);
          pending = result.pending;
        }
      }),
    );
  });

  test('that are letters or signs can be told from the others', () => {
    expect(['j', 'g l', '?'].map(isCharacter)).toEqual([true, true, true]);
    expect(['mod+k', 'Enter', 'Escape'].map(isCharacter)).toEqual([false, false, false]);
  });

  test('are named as they stand on the keyboard', () => {
    expect(keyNames('mod+k', false)).toEqual(['Ctrl', 'K']);
    expect(keyNames('mod+k', true)).toEqual(['⌘', 'K']);
    expect(keyNames('g l', false)).toEqual(['G', 'L']);
  });
});
