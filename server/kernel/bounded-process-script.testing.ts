import { readFileSync } from 'node:fs';
import { answerParent } from './bounded-process.ts';

// Run by bounded-process.test.ts.
answerParent(async ({ says }: { says: string }) => {
  if (says === 'fail') throw Object.assign(new RangeError('it says so'), { code: 'SAYS' });
  if (says === 'end') process.exit(3);
  if (says === 'hang') await new Promise((resolve) => setTimeout(resolve, 60_000));
  if (says === 'stop') process.kill(process.pid, 'SIGTERM');
  if (says === 'stop') await new Promise((resolve) => setTimeout(resolve, 60_000));
  if (says === 'buffers') takeBuffers();
  if (says === 'score') return readFileSync('/proc/self/oom_score_adj', 'utf8').trim();
  return { said: new Uint8Array([1, 2]), settings: Object.keys(process.env).includes('MAIL_URL') };
});

/** Takes 50 MB outside of the heap again and again, and never lets the event loop have its turn. */
function takeBuffers(): void {
  const taken: Uint8Array[] = [];
  for (const until = performance.now() + 60_000; performance.now() < until;) if (taken.length < 20) taken.push(new Uint8Array(5e7).fill(1));
}
