import { campaignName, campaignOf } from '../../contract/callers.ts';
import { defineLeadMail } from '../leads/lead-job.ts';
import { fullName } from '../leads/lead-repository.ts';
import { Heading, Text } from '../mail/layout.tsx';
import { campaignVersion, formSectionOf } from './campaign-versions.ts';

type Props = { name: string; subject: string; text: string };

/** The mail that a campaign's form promises once the address is verified, in the words of the page that asked. */
export const campaignMail = defineLeadMail<Props>({
  name: 'leads.campaign-mail',
  kind: 'campaign',
  when: { after: 'confirmed', asks: 'campaign' },
  to: 'sender',
  limit: 'promised',
  replyTo: 'STAFF_MAIL',
  event: 'campaign mail sent',
  read: async (lead, { store }) => {
    const campaign = campaignOf(lead.caller) ?? '';
    const version = await campaignVersion(store.db, campaign, lead.form_version);
    const { mailSubject, mailText } = (version && formSectionOf(version.page)?.texts) ?? {};
    if (mailSubject === undefined || mailText === undefined) return { held: `the campaign '${campaign}' has no mail` };
    return { props: { name: fullName(lead), subject: mailSubject, text: mailText }, detail: { campaign: campaignName(campaign) } };
  },
  subject: ({ subject }) => subject,
  preheader: ({ text }) => text.slice(0, 120),
  Body: ({ name, subject, text }) => (
    <>
      <Heading>{subject}</Heading>
      <Text>Dear {name},</Text>
      {text.split(/\n\s*\n/).map((paragraph) => (
        <Text key={paragraph}>{paragraph}</Text>
      ))}
    </>
  ),
});
