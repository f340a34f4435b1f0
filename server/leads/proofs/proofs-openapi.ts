import { PROOF_PATH, PROOF_ROUNDS } from '../../../contract/proof.ts';
import { problemResponse, type ApiPart } from '../../http/openapi-document.ts';

export const proofsApi: ApiPart = () => ({
  schemas: {
    ProofWanted: {
      type: 'object',
      description: `Comes with the answer to a form where the sender's network has had its share of forms: the request is stored, and its mails leave as others leave room. With a proof of work they are not late. An answer is a whole number whose PBKDF2 (HMAC-SHA-256, ${PROOF_ROUNDS} rounds, the number in decimal as password, the challenge as salt) begins with four bytes below 2^32 / tries.`,
      required: ['challenge', 'tries'],
      properties: { challenge: { type: 'string' }, tries: { type: 'integer', description: 'How many answers are tried in the mean.' } },
    },
  },
  paths: {
    [PROOF_PATH]: {
      post: {
        operationId: 'send_proof',
        summary: 'A proof of work for a form that was sent',
        description: 'Sent by the page itself, an hour after the form at the latest. It counts once. Nothing of the visitor is stored.',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['challenge', 'answer'],
                properties: { challenge: { type: 'string' }, answer: { type: 'integer', minimum: 0 } },
              },
            },
          },
        },
        responses: {
          204: { description: 'Counted.' },
          409: problemResponse('A proof of this request was counted before, or it is no longer here.'),
          410: problemResponse('The challenge has expired.'),
          413: problemResponse('The body is too large.'),
          415: problemResponse('The content type is not application/json.'),
          422: problemResponse('This is no challenge of ours, or no answer to it.'),
          429: problemResponse('Too many requests; Retry-After says when.'),
          503: problemResponse('The store does not answer; nothing was counted.'),
        },
      },
    },
  },
});
