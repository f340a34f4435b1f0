import { expect, test } from 'vitest';
import { UsageError } from '../cli/command.ts';
import { testContext } from '../testing/command.testing.ts';
import { createLeadsCommand } from '../work/leads-command.ts';
import { application, pdf, setUp, validApplication } from '../recruiting/applications.testing.ts';
import { leadJobs } from '../compose/lead-jobs.ts';

test('npm run leads lists applications too, and releasing one sends what was held back', async () => {
  const { store, jobs, leads, context, send } = await setUp();
  const { id } = (await send(application(validApplication, pdf(500)))).json<{ id: string }>();
  await send(application({ ...validApplication, subject: 'Generic', website: 'spam' }, pdf(500)));
  await store.db.deleteFrom('jobs').execute();
  const { run } = testContext(createLeadsCommand(leadJobs), store, {
    settings: { ...context.settings, CLAMD_URL: 'tcp://127.0.0.1:3310' },
    files: context.files,
  });
  expect((await run('--kind', 'application')).printed).toContain(id);
  expect((await run('--kind', 'message')).printed).toBe('No lead fits.');
  expect((await run('--form', 'career')).printed).toContain('Junior Full-stack Developer');
  await expect(run('--kind', 'letter')).rejects.toThrow('--kind is one of contact, message, application, report');
  const suspected = (await leads()).find((lead) => lead.suspected_spam === 1)!;
  await run('release', suspected.id);
  expect(await jobs()).toEqual(['recruiting.applicant-mail', 'recruiting.hr-notice', 'recruiting.scan']);
  await expect(run('release', id)).rejects.toThrow(UsageError);
});
