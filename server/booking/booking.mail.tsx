import { locationLine, type LeadLocation, LeadLocationButton } from '../leads/notice-parts.tsx';
import { Button, Details, Heading, Text, type DetailRow, said, saidPlainly } from '../mail/layout.tsx';
import { defineMail } from '../mail/mail.ts';
import type { BookingRow } from '../store/tables/booking-tables.ts';

export type BookingChange = 'booked' | 'moved' | 'cancelled';

export function changeOf({ state, sequence }: Pick<BookingRow, 'state' | 'sequence'>): BookingChange {
  if (state === 'cancelled') return 'cancelled';
  return sequence === 0 ? 'booked' : 'moved';
}

type VisitorProps = { name: string; change: BookingChange; when: string; place: string | undefined; link: string };

const texts = {
  subjectBooked: 'Your demo is booked: {when}',
  subjectMoved: 'Your demo is moved: {when}',
  subjectCancelled: 'Your demo is cancelled: {when}',
  preheader: 'Thirty minutes. The invitation is attached.',
  preheaderCancelled: 'You can choose another time.',
  booked: 'Your demo is booked',
  moved: 'Your demo is moved',
  cancelled: 'Your demo is cancelled',
  greeting: 'Dear {name},',
  text: 'we look forward to meeting you. The invitation in this message puts the meeting into your calendar.',
  textCancelled: 'the meeting below will not take place. Your calendar is told by this message.',
  button: 'Move or cancel the meeting',
  buttonCancelled: 'Choose another time',
  secret: 'The link is yours alone: whoever has it can change the meeting.',
} as const;

const subjects = { booked: 'subjectBooked', moved: 'subjectMoved', cancelled: 'subjectCancelled' } as const;

export const visitorMail = defineMail<VisitorProps, typeof texts>({
  kind: 'booking',
  limit: 'awaited',
  texts,
  samples: (site) => {
    const of = (change: BookingChange) => ({
      name: 'Ada Lovelace',
      change,
      when: 'Monday 7 December 2026 at 10:00 CET',
      place: 'A video call',
      link: `${site}/meeting?token=sample`,
    });
    return { booked: of('booked'), moved: of('moved'), cancelled: of('cancelled') };
  },
  subject: ({ change, when }, words) => saidPlainly(words[subjects[change]], { when }),
  preheader: ({ change }, { preheader, preheaderCancelled }) => (change === 'cancelled' ? preheaderCancelled : preheader),
  Body: ({ name, change, when, place, link }, words) => (
    <>
      <Heading>{words[change]}</Heading>
      <Text>{said(words.greeting, { name })}</Text>
      <Text>{said(change === 'cancelled' ? words.textCancelled : words.text)}</Text>
      <Details rows={meetingRows({ when, place: change === 'cancelled' ? undefined : place })} />
      <Button href={link} fallback={words.fallback}>
        {change === 'cancelled' ? words.buttonCancelled : words.button}
      </Button>
      <Text quiet>{said(words.secret)}</Text>
    </>
  ),
});

type StaffProps = {
  name: string;
  change: BookingChange;
  when: string;
  /** The time in the visitor's zone, where it differs from the company's. */
  theirs: string | undefined;
  place: string | undefined;
  isVerified: boolean;
  answers: readonly DetailRow[];
  desk: LeadLocation;
};

export const staffMail = defineMail<StaffProps>({
  kind: 'booking-notice',
  limit: 'none',
  subject: ({ change, name, when }) => `Meeting ${change}: ${name}, ${when}`,
  preheader: ({ when }) => when,
  Body: ({ name, change, when, theirs, place, isVerified, answers, desk }) => (
    <>
      <Heading>Meeting {change}</Heading>
      <Text>
        With <strong>{name}</strong>, whose email address is {isVerified ? 'verified' : 'not confirmed yet'}. Replying to this message
        writes to it.
      </Text>
      <Details rows={[...meetingRows({ when, place }), ...(theirs === undefined ? [] : [['For them', theirs] as const])]} />
      <Details rows={answers} />
      <LeadLocationButton location={desk} />
    </>
  ),
});

type GatheredProps = { lines: readonly { when: string; change: BookingChange; name: string; desk: LeadLocation }[] };

export const gatheredMail = defineMail<GatheredProps>({
  kind: 'booking-notice',
  limit: 'none',
  subject: ({ lines }) => `${lines.length} ${lines.length === 1 ? 'meeting' : 'meetings'} booked or changed from one network or company`,
  preheader: () => 'They are in nobody’s calendar: look at them first.',
  Body: ({ lines }) => (
    <>
      <Heading>Many meetings from one network or company</Heading>
      <Text>
        Their addresses are verified, but so many from one place are unusual. They are in nobody’s calendar: if they are people, put the
        meetings there; if not, mark one as spam at the desk, with all like it.
      </Text>
      {lines.map(({ when, change, name, desk }, at) => (
        <Text key={at}>
          {when}, {change}: <strong>{name}</strong>, {locationLine(desk)}
        </Text>
      ))}
    </>
  ),
});

export const floodMail = defineMail<{ times: readonly string[] }>({
  kind: 'booking-notice',
  limit: 'none',
  subject: ({ times }) => `${times.length} ${times.length === 1 ? 'meeting' : 'meetings'} cancelled: marked as spam`,
  preheader: () => 'Their half hours are free again.',
  Body: ({ times }) => (
    <>
      <Heading>Meetings cancelled</Heading>
      <Text>Their requests were marked as spam at the desk. Nobody of them was mailed, and their half hours are free again:</Text>
      {times.map((when) => (
        <Text key={when}>{when}</Text>
      ))}
      <Text quiet>Remove what your calendar still has of them.</Text>
    </>
  ),
});

export const erasedMail = defineMail<{ when: string }>({
  kind: 'booking-erased',
  limit: 'none',
  subject: ({ when }) => `Meeting cancelled: ${when}`,
  preheader: () => 'Whoever booked it was erased.',
  Body: ({ when }) => (
    <>
      <Heading>Meeting cancelled</Heading>
      <Text>Whoever booked the meeting on {when} was erased at their wish. Nobody comes, and nobody is to be asked why.</Text>
      <Text quiet>Remove what your calendar and your mails still have of it.</Text>
    </>
  ),
});

export function meetingRows({ when, place }: { when: string; place: string | undefined }): DetailRow[] {
  const isAddress = place !== undefined && /^https:\/\/\S+$/.test(place);
  return [['When', `${when}, thirty minutes`], ...(place === undefined ? [] : [['Where', place, isAddress ? place : undefined] as const])];
}
