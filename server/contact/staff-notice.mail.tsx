import { defineLeadMail } from '../leads/lead-job.ts';
import { fullName } from '../leads/lead-repository.ts';
import { requestOf } from '../leads/lead-columns.ts';
import { answerRows, originRows, leadLocation, type LeadLocation, LeadLocationButton } from '../leads/notice-parts.tsx';
import { Details, Heading, Text, type DetailRow } from '../mail/layout.tsx';

type Props = { request: string; name: string; answers: readonly DetailRow[]; origin: readonly DetailRow[]; location: LeadLocation };

export const staffNotice = defineLeadMail<Props>({
  name: 'leads.staff-notice',
  kind: 'lead',
  when: { after: 'confirmed' },
  to: 'STAFF_MAIL',
  event: 'staff notified',
  read: async (lead, { settings }) => ({
    request: requestOf(lead).request,
    name: fullName(lead),
    answers: answerRows(lead),
    origin: originRows(lead, settings),
    location: leadLocation(lead, settings),
  }),
  digest: {
    title: (count) => `${count} verified leads`,
    entry: ({ name, request, answers, origin, location }) => ({
      heading: `${request}: ${name}`,
      rows: [...answers, ...origin],
      location,
    }),
  },
  subject: ({ request, name }) => `Verified lead: ${request} (${name})`,
  preheader: ({ answers }) =>
    answers
      .map(([, value]) => value)
      .join(', ')
      .slice(0, 120),
  Body: ({ request, name, answers, origin, location }) => (
    <>
      <Heading>{request}</Heading>
      <Text>
        From <strong>{name}</strong>, whose email address is verified. Replying to this message writes to it.
      </Text>
      <Details rows={answers} />
      <Details rows={origin} />
      <LeadLocationButton location={location} />
    </>
  ),
});
