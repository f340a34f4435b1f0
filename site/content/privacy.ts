import { listOf } from '../../contract/content-lists.ts';
import { retention, retentionMark, retentionSettings } from '../../contract/retention-periods.ts';
import { company } from './company.ts';
import type { PolicyText } from './policy.ts';
import { declared } from './declared.ts';

const [seat, ...others] = company.offices;

/**
 * The privacy policy: what this site and its server really store (docs/privacy.md names the tables). The addresses are samples, and a lawyer of the
 * company has to approve the text before the site goes live.
 */
export const privacyPolicy: PolicyText = declared('privacyPolicy', {
  title: 'Privacy policy',
  lead: 'What we store about you, why, for how long, who else sees it, and what you can ask of us. You can read the whole site without telling us who you are.',
  changed: '24 November 2026',
  review:
    'Draft for review: the company’s lawyer has to approve these words, the periods and the sample addresses before the site goes live.',
  sections: listOf({ least: 1, most: 40 }, [
    {
      id: 'controller',
      title: 'Who is responsible',
      blocks: listOf({ least: 1, most: 20 }, [
        [
          `${company.legalName}, ${seat.street}, ${seat.postcode} ${seat.city}, ${seat.country}, is the controller of the data described here.`,
          ...others.map(({ city, street, postcode }) => `Our office in ${city} is at ${street}, ${postcode}.`),
        ].join(' '),
        'Write to [privacy@cognitivepro.example](mailto:privacy@cognitivepro.example) for anything in this policy. A person answers.',
      ]),
    },
    {
      id: 'visit',
      title: 'When you read the site',
      blocks: listOf({ least: 1, most: 20 }, [
        'Your browser sends its network address with every request, as it must. We use it to answer, and to count requests so that nobody can overload the forms; the count is forgotten within a day. It is not written into our logs, and neither are the pages you read.',
        'We count how often each page is seen, and how often a form is opened on it: numbers for a day, by page, by the site that led to it, and by the source and the campaign that a link named. Your browser tells our server so as a page opens. Nothing is read from your browser’s storage or kept in it for that, and nothing of you is kept with a number: no network address, no id, no time.',
        'Your browser keeps a random visitor id and a few technical notes. They stay with you unless you send a form or agree to optional cookies. The [cookie policy](/cookies) lists each of them, what is measured if you agree to it, and what is recorded of your agreement.',
      ]),
    },
    {
      id: 'forms',
      title: 'When you send a form',
      blocks: listOf({ least: 1, most: 20 }, [
        'We store what you typed. Fields without a mark are optional, and we ask only for what the request needs.',
        {
          list: [
            'Your answers: such as name, email address, phone, role, company, net worth where you ask as an independent investor, and your message.',
            'How you came to the form: the page, the page that you came to first, the site and the campaign that led you here, and the visitor id of your browser.',
            'The consent you gave: its exact words and their version, the page, and when you gave and when you confirmed it.',
            'What happened since: when it arrived, when you confirmed, which mails we sent about it.',
            'Whether it looks like spam: a field that people do not see, and the time between opening and sending, tell us. A form that is marked is still read by a person.',
          ],
        },
        'Then we send you one email to confirm your address. Before you confirm, nothing goes to our marketing platform and no staff member is told to call you. The link works for three days; we keep only a fingerprint of it.',
      ]),
    },
    {
      id: 'applications',
      title: 'When you apply for a position',
      blocks: listOf({ least: 1, most: 20 }, [
        'We store your answers, your CV and, if you ticked it, your wish for the newsletter, which counts once you confirmed it in an email of its own. Only the people who decide on applications can open the CV; it is checked for viruses where a scanner is connected, and never used for anything else. Where we ask whether we may keep an application for longer, we do so only if you agree, for as long as the mail says.',
      ]),
    },
    {
      id: 'why',
      title: 'Why we may',
      blocks: listOf({ least: 1, most: 20 }, [
        {
          caption: 'Purposes and their legal grounds',
          head: ['Purpose', 'Ground'],
          rows: [
            [
              'Answering your request, arranging a demo, sending a paper or a report',
              'Steps before a contract, at your request: GDPR Art. 6(1)(b)',
            ],
            ['Deciding on an application', 'Steps before a contract: Art. 6(1)(b)'],
            ['Marketing emails, once you confirmed your address', 'Your consent: Art. 6(1)(a)'],
            ['Measurement and marketing cookies', 'Your consent: Art. 6(1)(a)'],
            ['Keeping spam and attacks away, proving what you agreed to', 'Our legitimate interest: Art. 6(1)(f)'],
          ],
        },
      ]),
    },
    {
      id: 'period',
      title: 'For how long',
      blocks: listOf({ least: 1, most: 20 }, [
        {
          caption: 'What is kept, and until when',
          head: ['What', 'Until'],
          rows: [
            ...retentionSettings.map((setting) => [retention[setting].what, retentionMark(setting)]),
            ['Confirmation links', 'They stop working after three days'],
            ['Counts of requests by network address', 'A day at the most'],
            ['Technical logs', 'They hold no personal data'],
          ],
        },
      ]),
    },
    {
      id: 'receivers',
      title: 'Who else sees it',
      blocks: listOf({ least: 1, most: 20 }, [
        'Our staff who work on your request, and the companies that work for us under contract and on our instructions:',
        {
          list: [
            'the host of this site and of its database,',
            'the mail service that delivers our messages,',
            'our email marketing platform, which receives your name, address and request once you confirmed, and processes them under its own privacy policy,',
            'the measurement and marketing services named in the cookie policy, if you accepted them.',
          ],
        },
        'We sell nothing. Where one of them works outside the European Economic Area and the United Kingdom, standard contractual clauses or an adequacy decision protect your data.',
      ]),
    },
    {
      id: 'rights',
      title: 'What you can ask of us',
      blocks: listOf({ least: 1, most: 20 }, [
        {
          list: [
            'to see what we hold about you, and to have a copy that machines can read,',
            'to correct it, to delete it, or to restrict what we do with it,',
            'to object to what rests on our legitimate interest, and to marketing at any time,',
            'to withdraw a consent: by the link at the foot of the mails about your request, on the [cookie page](/cookies#choice), or by writing to us. What happened before stays lawful.',
          ],
        },
        'We answer within a month. You may also complain to a supervisory authority: in Italy the [Garante per la protezione dei dati personali](https://www.garanteprivacy.it/), in the United Kingdom the [Information Commissioner’s Office](https://ico.org.uk/).',
        'No decision about you is made by a machine alone.',
      ]),
    },
    {
      id: 'security',
      title: 'How it is protected',
      blocks: listOf({ least: 1, most: 20 }, [
        'Connections are encrypted. Forms are stored in one database that only our servers reach, CVs under random names that cannot be guessed. The login page of this site keeps nothing: what you type there never leaves your browser.',
      ]),
    },
    {
      id: 'changes',
      title: 'Changes',
      blocks: listOf({ least: 1, most: 20 }, [
        'When this policy changes, the date at its top does. What you agreed to stays recorded in the words you saw.',
      ]),
    },
  ]),
});
