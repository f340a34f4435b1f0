import type { FastifyRequest } from 'fastify';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_MS, processorMs, slowText, textOf } from '../../contract/raw-input.testing.ts';
import { clean, readKey } from '../http/read-request.ts';
import { negotiate } from '../http/resource.ts';
import { addressKey, isSendable, withoutAddresses } from '../kernel/address.ts';
import { readAddresses } from '../kernel/addresses-in-text.ts';

const file = { body: Buffer.alloc(1), br: Buffer.alloc(1), gzip: Buffer.alloc(1) };

const rules: Record<string, (text: string) => unknown> = {
  addressKey,
  'addressKey of a domain': (text) => addressKey(`a@${text}`),
  'addressKey of a domain as long as is read': (text) => addressKey(`a@${text.slice(0, 1000)}`),
  isSendable,
  withoutAddresses,
  readAddresses,
  clean: (text) => clean({ token: text }, 'token'),
  readKey: (text) => readKey({ headers: { 'idempotency-key': text } } as unknown as FastifyRequest),
  negotiate: (text) => negotiate(text, file),
};

test.each(Object.keys(rules))('a text of 64 KB that was made to be slow costs %s time linear in its length', (name) => {
  fc.assert(
    fc.property(slowText, (slow) => {
      const text = textOf(slow);
      expect(processorMs(() => rules[name]!(text))).toBeLessThan(MAX_MS);
    }),
    { numRuns: 80 },
  );
});
