import * as v from 'valibot';
import { defineCall } from './call.ts';

/** What a preview shows: `words` and the id of a change of words, or `campaign` and the id of a campaign. */
const of = v.pipe(v.string(), v.maxLength(60), v.regex(/^(?:words|campaign) [A-Za-z0-9_-]+$/));
const id = v.pipe(v.string(), v.maxLength(40));

export const listPreviews = defineCall({
  name: 'previews.list',
  method: 'GET',
  path: '/api/previews',
  about: 'The links by which people without an account see a draft, without the links themselves.',
  access: 'content.read',
  input: v.object({ of }),
  output: v.object({ previews: v.array(v.object({ id, madeBy: v.string(), madeAt: v.number(), expiresAt: v.number() })) }),
});

export const makePreview = defineCall({
  name: 'previews.make',
  method: 'POST',
  path: '/api/previews',
  about: 'Makes a link by which anybody who has it sees a draft, for some days. It is shown once.',
  access: 'content.edit',
  action: 'preview link made',
  input: v.object({ of }),
  output: v.object({ url: v.string(), expiresAt: v.number() }),
});

export const revokePreview = defineCall({
  name: 'previews.revoke',
  method: 'POST',
  path: '/api/previews/:id/revoke',
  about: 'Ends a preview link at once.',
  access: 'content.edit',
  action: 'preview link revoked',
  input: v.object({ id }),
  output: v.object({}),
});

export const previewCalls = [listPreviews, makePreview, revokePreview] as const;
