import type { FastifyInstance } from 'fastify';
import { apiPaths } from '../../contract/api.ts';
import { reportPlainForm } from '../../contract/forms/plain-form-list.ts';
import { REPORT_CALLER, reportForm } from '../../contract/forms/report.ts';
import type { LeadContext } from '../leads/lead-context.ts';
import type { SubmissionTarget } from '../leads/parse-submission.ts';
import { plainFormRoute } from '../leads/plain-form-route.ts';

export async function reportRoutes(app: FastifyInstance, context: LeadContext): Promise<void> {
  await plainFormRoute(app, context, {
    declared: reportPlainForm,
    path: apiPaths.reports(':product'),
    rate: { name: 'reports', points: 30, seconds: 60, hour: 300, day: 1000 },
    json: false,
    target: ({ params }) => targetOf((params as { product: string }).product, context.settings.PRODUCTS),
  });
}

function targetOf(product: string, products: readonly string[]): SubmissionTarget | undefined {
  if (!products.includes(product)) return undefined;
  const fingerprint: SubmissionTarget['fingerprint'] = (answers) => ['reports', product, JSON.stringify(answers)];
  return { form: reportForm, kind: 'report', product, caller: REPORT_CALLER, fingerprint };
}
