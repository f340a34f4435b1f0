import { REPORT_CALLER } from '../../contract/callers.ts';
import type { FastifyInstance } from 'fastify';
import { requestReport } from '../../contract/calls/public/form-calls.ts';
import { formPart } from '../../contract/forms/form-parts.ts';
import { reportPlainForm } from '../../contract/forms/plain-form-list.ts';
import { reportForm } from '../../contract/forms/report.ts';
import type { LeadContext } from '../leads/lead-context.ts';
import type { SubmissionTarget } from '../leads/parse-submission.ts';
import { plainFormRoute } from '../leads/plain-form-route.ts';

export async function reportRoutes(app: FastifyInstance, context: LeadContext): Promise<void> {
  await plainFormRoute(app, context, {
    declaredNow: () => reportPlainForm(formPart('reportForm', context.settings.words), formPart('formWords', context.settings.words)),
    call: requestReport,
    target: ({ product }) => targetOf(product),
  });
}

function targetOf(product: string): SubmissionTarget {
  const fingerprint: SubmissionTarget['fingerprint'] = (answers) => ['reports', product, JSON.stringify(answers)];
  return { form: reportForm, kind: 'report', product, caller: REPORT_CALLER, fingerprint };
}
