import type { Attribution } from '../../contract/api.ts';
import { forms } from '../../contract/forms/form-list.ts';
import { defineLeadMail } from '../leads/define-lead-mail.ts';
import { answersOf, fullName } from '../leads/lead-repository.ts';
import { requestOf } from '../leads/lead-request.ts';
import { Details, Heading, Text } from '../mail/layout.tsx';
import type { LeadRow } from '../store/schema.ts';

type Props = {
  title: string;
  name: string;
  id: string;
  answers: readonly (readonly [label: string, value: string])[];
  origin: readonly (readonly [label: string, value: string])[];
};

/** Tells staff that a lead is verified, with everything it answered. */
export const staffNotice = defineLeadMail<Props>({
  name: 'leads.staff-notice',
  kind: 'lead',
  when: { after: 'confirmed', of: () => true },
  to: 'STAFF_MAIL',
  event: 'staff notified',
  read: async (lead) => noticeOf(lead),
  digest: {
    title: (count) => `${count} verified leads`,
    entry: ({ name, title, id, answers }) => ({ heading: `${title}: ${name}`, rows: answers, command: `npm run leads -- show ${id}` }),
  },
  subject: ({ title, name }) => `Verified lead: ${title} (${name})`,
  preheader: ({ answers }) =>
    answers
      .map(([, value]) => value)
      .join(', ')
      .slice(0, 120),
  Body: ({ title, name, id, answers, origin }) => (
    <>
      <Heading>{name}</Heading>
      <Text>{title}. The email address is verified; replying to this message writes to it.</Text>
      <Details rows={answers} />
      <Details rows={origin} />
      <Text quiet>The whole history: npm run leads -- show {id}</Text>
    </>
  ),
});

function noticeOf(lead: LeadRow): Props {
  const form = forms[lead.form]!;
  const answers = answersOf(lead);
  const label = (name: string) => form.catalogue[name]?.label ?? name;
  return {
    title: requestOf(lead).request,
    name: fullName(lead),
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
