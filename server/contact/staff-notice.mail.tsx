import { defineLeadMail } from '../leads/define-lead-mail.ts';
import { fullName } from '../leads/lead-repository.ts';
import { requestOf } from '../leads/lead-request.ts';
import { answerRows, originRows, placeLine, technicalLines } from '../leads/notice-rows.ts';
import { Details, Heading, Technical, Text, type DetailRow } from '../mail/layout.tsx';

type Props = { request: string; name: string; answers: readonly DetailRow[]; origin: readonly DetailRow[]; technical: readonly string[] };

export const staffNotice = defineLeadMail<Props>({
  name: 'leads.staff-notice',
  kind: 'lead',
  when: { after: 'confirmed', of: () => true },
  to: 'STAFF_MAIL',
  event: 'staff notified',
  read: async (lead, { settings }) => ({
    request: requestOf(lead).request,
    name: fullName(lead),
    answers: answerRows(lead),
    origin: originRows(lead, settings),
    technical: [...technicalLines(lead), placeLine(lead, settings)],
  }),
  digest: {
    title: (count) => `${count} verified leads`,
    entry: ({ name, request, answers, origin, technical }) => ({
      heading: `${request}: ${name}`,
      rows: [...answers, ...origin],
      technical,
    }),
  },
  subject: ({ request, name }) => `Verified lead: ${request} (${name})`,
  preheader: ({ answers }) =>
    answers
      .map(([, value]) => value)
      .join(', ')
      .slice(0, 120),
  Body: ({ request, name, answers, origin, technical }) => (
    <>
      <Heading>{request}</Heading>
      <Text>
        From <strong>{name}</strong>, whose email address is verified. Replying to this message writes to it.
      </Text>
      <Details rows={answers} />
      <Details rows={origin} />
      <Technical lines={technical} />
    </>
  ),
});
