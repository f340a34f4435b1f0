import * as v from 'valibot';
import type { Attribution } from '../../contract/api.ts';
import { forms } from '../../contract/forms/list.ts';
import type { JobServices } from '../job-services.ts';
import { defineJob, type JobContext } from '../jobs/job.ts';
import { sendNotice, type Notice } from '../mail/notice.ts';
import type { LeadRow } from '../store/schema.ts';
import { staffNoticeMail } from './staff-notice.mail.tsx';
import { answersOf, findLead } from './store.ts';

/** Tells staff that a lead is verified, with everything it answered. */
export const staffNotice = defineJob({
  name: 'leads.staff-notice',
  payload: v.object({ leadId: v.string() }),
  run: ({ leadId }, context: JobContext<JobServices>) => sendNotice(notice, leadId, context),
});

const notice: Notice<ReturnType<typeof noticeOf>> = {
  kind: 'lead',
  mail: staffNoticeMail,
  to: (settings) => settings.STAFF_MAIL,
  read: async (db, leadId) => {
    const lead = await findLead(db, leadId);
    return lead && { props: noticeOf(lead), email: lead.email };
  },
  entry: ({ name, title, id, answers }) => ({ heading: `${name}: ${title}`, rows: answers, command: `npm run leads -- show ${id}` }),
  title: (count) => `${count} verified leads`,
  event: 'staff notified',
};

function noticeOf(lead: LeadRow) {
  const form = forms[lead.form]!;
  const answers = answersOf(lead);
  const label = (name: string) => form.catalogue[name]?.label ?? name;
  return {
    title: form.title,
    name: [answers.name, answers.surname ?? answers.lastname].filter(Boolean).join(' '),
    id: lead.id,
    answers: form.fields
      .map((use) => use.field)
      .filter((name) => answers[name] !== undefined && form.catalogue[name]?.kind !== 'hidden')
      .map((name) => [label(name), shown(form.catalogue[name]?.options, answers[name]!)] as const),
    origin: originOf(lead),
  };
}

/** An option is told by its value and its label, since the two may disagree. */
function shown(options: ReadonlyArray<{ value: string; label: string }> | undefined, value: string): string {
  const option = options?.find((one) => one.value === value);
  return option === undefined || option.label === value ? value : `${value} (${option.label})`;
}

function originOf(lead: LeadRow): Array<readonly [string, string]> {
  const { page, referrer, utm = {} } = JSON.parse(lead.attribution) as Attribution;
  const rows: Array<readonly [string, string | undefined]> = [
    ['Received', new Date(lead.created_at).toISOString()],
    ['Opened from', lead.caller],
    ['Page', page],
    ['Referrer', referrer],
    ...Object.entries(utm).map(([name, value]) => [`Campaign ${name}`, value] as const),
  ];
  return rows.filter((row): row is readonly [string, string] => row[1] !== undefined);
}
