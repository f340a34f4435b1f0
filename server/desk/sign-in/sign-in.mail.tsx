import { Button, Heading, Text } from '../../mail/layout.tsx';
import { defineMail } from '../../mail/mail.ts';

type Props = { link: string; name: string };

export const signInMail = defineMail<Props>({
  kind: 'sign-in',
  limit: 'none',
  subject: () => 'Sign in to the desk',
  preheader: () => 'The link works once, for 10 minutes, in the browser that asked for it.',
  Body: ({ link, name }) => (
    <>
      <Heading>Sign in to the desk</Heading>
      <Text>Hello {name}, this link signs you in. It works once, for 10 minutes, in the browser that you asked with.</Text>
      <Button href={link} fallback="If the button does not work, open this address in the browser that you asked with:">
        Sign in
      </Button>
      <Text quiet>If you did not ask for it, ignore this message: without your browser the link opens nothing.</Text>
    </>
  ),
});

export const invitationMail = defineMail<Props>({
  kind: 'desk-invitation',
  limit: 'none',
  subject: () => 'You have an account at the desk',
  preheader: () => 'Sign in by your work address.',
  Body: ({ link, name }) => (
    <>
      <Heading>Welcome to the desk</Heading>
      <Text>Hello {name}, you have an account at the desk, where leads and applications are worked. Sign in with this address.</Text>
      <Button href={link} fallback="If the button does not work, open this address in your browser:">
        Open the desk
      </Button>
    </>
  ),
});
