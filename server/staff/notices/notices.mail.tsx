import { elementAt } from '../../../contract/checked.ts';
import type { StaffNoticeRow } from '../../store/tables/staff-tables.ts';
import { Heading, Link, Text } from '../../mail/layout.tsx';
import { defineMail } from '../../mail/mail.ts';

type Entry = { who: string; why: StaffNoticeRow['kind']; request: string; link: string };

type Props = { name: string; entries: readonly Entry[] };

/** Contains nothing about visitors: their names and the notes are shown only at the desk. */
export const noticesMail = defineMail<Props>({
  kind: 'desk-notices',
  limit: 'none',
  subject: ({ entries }) => (entries.length === 1 ? wordsOf(elementAt(entries, 0)) : `${entries.length} things for you at the desk`),
  preheader: ({ entries }) => entries.map(wordsOf).join('. '),
  Body: ({ name, entries }) => (
    <>
      <Heading>For you at the desk</Heading>
      <Text>Hello {name},</Text>
      {entries.map((entry, index) => (
        <Text key={index}>
          {wordsOf(entry)}
          <br />
          <Link href={entry.link}>Open it at the desk</Link>
        </Text>
      ))}
    </>
  ),
});

function wordsOf({ who, why, request }: Entry): string {
  return why === 'named' ? `${who} named you in a note: ${request}` : `${who} gave you a request: ${request}`;
}
