import { Button, Heading, Text } from '../../mail/layout.tsx';
import { defineMail } from '../../mail/mail.ts';

export const newAddressMail = defineMail<{ link: string; name: string }>({
  kind: 'desk-new-address',
  limit: 'none',
  subject: () => 'Your new work address at the desk',
  preheader: () => 'The link works once, for a day.',
  Body: ({ link, name }) => (
    <>
      <Heading>Is this your work address?</Heading>
      <Text>
        Hello {name}, an administrator of the desk gave your account this address. It holds once you say so: you sign in with it from then
        on, and are signed out everywhere. The link works once, for a day.
      </Text>
      <Button href={link} fallback="If the button does not work, open this address in your browser:">
        Use this address
      </Button>
      <Text quiet>If you have no account at the desk, ignore this message: then nothing changes.</Text>
    </>
  ),
});

export const addressChangedMail = defineMail<{ name: string; address: string }>({
  kind: 'desk-address-changed',
  limit: 'none',
  subject: () => 'This address signs in to the desk no more',
  preheader: () => 'Your account has another work address.',
  Body: ({ name, address }) => (
    <>
      <Heading>Your account has another address</Heading>
      <Text>
        Hello {name}, your account at the desk belongs to {address} now. This address signs nobody in any more, and you were signed out
        everywhere.
      </Text>
      <Text quiet>If that was not agreed with you, tell an administrator of the desk at once.</Text>
    </>
  ),
});
