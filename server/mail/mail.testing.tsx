import type { JobContext } from '../queue/job.ts';
import { idleContext } from '../queue/jobs.testing.ts';
import { Button, Details, Heading, Link, Rule, Text, type Frame } from './layout.tsx';
import { defineMail, type Mail } from './mail.ts';

export const frame: Frame = {
  company: 'Cognitive PRO',
  offices: ['Milan, Italy', 'London, UK'],
  legal: ['Cognitive PRO S.p.A.', 'Company number: 1'],
  url: 'https://www.example.com',
};

type Props = { name: string; link: string };

export function specimen(limit: Mail<Props>['limit']): Mail<Props> {
  return defineMail<Props>({
    kind: `test-${limit}`,
    limit,
    subject: ({ name }) => `Confirm your address, ${name}`,
    preheader: () => 'One click, and your demo request is with our team.',
    Body: ({ name, link }) => (
      <>
        <Heading>Confirm your e-mail address</Heading>
        <Text>Hello {name}, thank you for your interest. Please confirm that this address is yours, and our team will get in touch.</Text>
        <Button href={link} fallback="If the button does not work, open this address:">
          Confirm my address
        </Button>
        <Details
          rows={[
            ['Company', 'Aurora Asset Management & Co. <Milano>'],
            ['Message', 'First line\nSecond line'],
          ]}
        />
        <Rule />
        <Text quiet>
          You did not ask for this? Then do nothing, and nothing happens. More on{' '}
          <Link href="https://www.example.com/privacy">privacy</Link>.
        </Text>
      </>
    ),
  });
}

export function contextFor(id: string, now: () => number = Date.now, recovered: (resource: string) => void = () => {}): JobContext {
  return { ...idleContext({}, now), id, recovered };
}
