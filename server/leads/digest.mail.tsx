import { Details, Heading, Link, Rule, Text, type DetailRow } from '../mail/layout.tsx';
import { defineMail } from '../mail/mail.ts';
import { type LeadLocation, LeadLocationLink } from './notice-parts.tsx';

export type DigestEntry = {
  heading: string;
  email: string;
  rows: readonly DetailRow[];
  location: LeadLocation;
};

type Props = { title: string; entries: readonly DigestEntry[] };

export const digestMail = defineMail<Props>({
  kind: 'digest',
  limit: 'none',
  subject: ({ title }) => title,
  preheader: ({ entries }) => entries.map(({ heading }) => heading).join(', '),
  Body: ({ title, entries }) => (
    <>
      <Heading>{title}</Heading>
      <Text>More than a few came within minutes, so they come as one mail. Long answers are cut here.</Text>
      {entries.map(({ heading, email, rows, location }, index) => (
        <div key={index}>
          <Rule />
          <Text>
            <strong>{heading}</strong>
            <br />
            <Link href={`mailto:${encodeURIComponent(email)}`}>{email}</Link>
          </Text>
          <Details rows={rows.map(([label, value, href]) => [label, cut(value), href] as const)} />
          <LeadLocationLink location={location} />
        </div>
      ))}
    </>
  ),
});

function cut(value: string): string {
  return value.length <= LONGEST ? value : `${value.slice(0, LONGEST).toWellFormed()}…`;
}

const LONGEST = 400;
