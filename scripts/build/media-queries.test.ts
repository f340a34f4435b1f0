import { expect, it } from 'vitest';
import { withoutNot } from './media-queries.ts';

it.each([
  ['@media not (min-width:600px){a{b:c}}', '@media (max-width:599.99px){a{b:c}}'],
  ['@media not (max-width:26rem){a{b:c}}', '@media (min-width:26.01rem){a{b:c}}'],
  ['@media (min-width:40rem) and (not (min-width:60rem)){a{b:c}}', '@media (min-width:40rem) and (max-width:59.99rem){a{b:c}}'],
  ['@media print, not (min-height:400px){a:not(.b){c:d}}', '@media print, (max-height:399.99px){a:not(.b){c:d}}'],
  ['@media (min-width:600px){a:not(b){c:d}}', '@media (min-width:600px){a:not(b){c:d}}'],
])('%s is %s', (css, plain) => expect(withoutNot(css)).toBe(plain));
