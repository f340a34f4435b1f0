import { defineLeadMail } from '../leads/define-lead-mail.ts';
import { fullName } from '../leads/lead-repository.ts';
import { requestOf } from '../leads/lead-columns.ts';
import { answerRows, originRows, workPlace, type WorkPlace, WorkPlaceButton } from '../leads/notice-parts.tsx';
import { Details, Heading, Text, type DetailRow } from '../mail/layout.tsx';

type Props = { request: string; name: string; answers: readonly DetailRow[]; origin: readonly DetailRow[]; place: WorkPlace };

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
    place: workPlace(lead, settings),
  }),
  digest: {
    title: (count) => `${count} verified leads`,
    entry: ({ name, request, answers, origin, place }) => ({
      heading: `${request}: ${name}`,
      rows: [...answers, ...origin],
      place,
    }),
  },
  subject: ({ request, name }) => `Verified lead: ${request} (${name})`,
  preheader: ({ answers }) =>
    answers
      .map(([, value]) => value)
      .join(', ')
      .slice(0, 120),
  Body: ({ request, name, answers, origin, place }) => (
    <>
      <Heading>{request}</Heading>
      <Text>
        From <strong>{name}</strong>, whose email address is verified. Replying to this message writes to it.
      </Text>
      <Details rows={answers} />
      <Details rows={origin} />
      <WorkPlaceButton place={place} />
    </>
  ),
});
