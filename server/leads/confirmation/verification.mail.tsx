import type { RequestWords } from '../../../contract/request-words.ts';
import { Button, Heading, Text } from '../../mail/layout.tsx';
import { defineMail } from '../../mail/mail.ts';

type Props = { link: string; hours: number; asked: RequestWords };

/** Asks for the confirmation of an address, and says what for. It repeats nothing that was typed: its reader may not have sent the request. */
export const verification = defineMail<Props>({
  kind: 'verification',
  limit: 'first',
  subject: ({ asked }) => asked.confirm,
  preheader: ({ asked }) => `Please confirm that this address is yours. ${asked.next}`,
  Body: ({ link, hours, asked }) => (
    <>
      <Heading>{asked.confirm}</Heading>
      <Text>
        Somebody, we hope you, sent us a request with this email address: <strong>{asked.request}</strong>. Please confirm that the address
        is yours. {asked.next}
      </Text>
      <Button href={link} fallback="If the button does not work, open this address in your browser:">
        Confirm my email address
      </Button>
      <Text quiet>
        If several requests with your address wait, the page shows them, and you confirm the ones that you sent. The link works for{' '}
        {duration(hours)}. If you did not write to us, ignore this message: nothing is done with the address.
      </Text>
    </>
  ),
});

function duration(hours: number): string {
  if (hours % 24 !== 0) return hours === 1 ? 'one hour' : `${hours} hours`;
  return hours === 24 ? 'one day' : `${hours / 24} days`;
}
