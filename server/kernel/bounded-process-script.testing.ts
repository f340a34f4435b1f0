import { answerParent } from './bounded-process.ts';

// Run by bounded-process.test.ts.
answerParent(async ({ says }: { says: string }) => {
  if (says === 'fail') throw Object.assign(new RangeError('it says so'), { code: 'SAYS' });
  if (says === 'end') process.exit(3);
  if (says === 'hang') await new Promise((resolve) => setTimeout(resolve, 60_000));
  return { said: new Uint8Array([1, 2]), settings: Object.keys(process.env).includes('MAIL_URL') };
});
