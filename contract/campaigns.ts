import { type CampaignPage, type CampaignSection, type CampaignSectionKind, type templateNames } from './campaign-page.ts';
import { fieldFault, type ContentKind } from './content-fields.ts';
import { pages } from './pages.ts';

/** A text of a section, or of the page itself. `ships`: its initial words; `prompt`: they only say what to write there. */
export type CampaignText = { label: string; kind: ContentKind; longest: number; ships: string; optional?: true; prompt?: true };

/** What each kind of section is called, and its texts. */
export const campaignSections = {
  hero: {
    name: 'Opening',
    texts: {
      title: prompt(line('Headline', 70, 'What this is about')),
      lead: prompt(paragraph('Below the headline', 300, 'Say in two sentences what the reader gets, and for whom it is.')),
      ...button('Sign up', '#form'),
    },
  },
  text: {
    name: 'Text',
    texts: {
      title: prompt(line('Heading', 90, 'A heading')),
      text: prompt(paragraph('Text', 2000, 'A paragraph. An empty line begins the next one; [words](/contacts) make a link.')),
    },
  },
  cards: {
    name: 'Feature cards',
    texts: { title: line('Heading', 90, 'What you get'), ...card(1), ...card(2), ...card(3, true), ...card(4, true) },
  },
  figures: { name: 'Headline figures', texts: {} },
  portfolios: { name: 'Portfolio cards', texts: {} },
  papers: { name: 'Papers', texts: {} },
  strip: { name: 'Where we were featured', texts: {} },
  form: {
    name: 'Form',
    texts: {
      title: line('Heading', 90, 'Sign up'),
      intro: { ...paragraph('Below the heading', 300, 'A person reads every request.'), optional: true },
      submit: line('Button', 30, 'Send'),
      thanksTitle: line('Thank you: heading', 70, 'Verify your email'),
      thanksText: paragraph('Thank you: text', 500, 'We sent you an email. Open its link to confirm your address.'),
      mailSubject: line('Mail once the address is verified: subject', 90, 'Thank you for signing up'),
      mailText: paragraph('Mail once the address is verified: text', 1500, 'Thank you for verifying your address. We will be in touch.'),
    },
  },
  closing: {
    name: 'Closing',
    texts: {
      title: prompt(line('Heading', 70, 'A last word')),
      text: prompt(paragraph('Text', 300, 'Say what to do next.')),
      ...button('Sign up', '#form'),
    },
  },
} as const satisfies Record<CampaignSectionKind, { name: string; texts: Readonly<Record<string, CampaignText>> }>;

/** The texts of a kind of section, by name. */
export function textsOf(kind: CampaignSectionKind): Readonly<Record<string, CampaignText>> {
  return campaignSections[kind].texts;
}

/** The texts of the page itself. `afterwards`: where visitors are sent once it has closed; empty: they read the closing words. */
export const campaignHead = {
  path: line('Address on the site', 60, ''),
  title: line('Title, for search engines and shared links', 70, ''),
  description: paragraph('Description, for search engines and shared links', 200, ''),
  afterwards: { label: 'Where visitors go once it has closed', kind: 'link', longest: 300, ships: '', optional: true },
  closedTitle: line('Once it has closed: heading', 70, 'This has ended'),
  closedText: paragraph('Once it has closed: text', 500, 'Thank you for your interest. This page is closed.'),
} as const satisfies Record<string, CampaignText>;

export const MOST_SECTIONS = 20;

/** Pages that a template begins with. */
export const campaignTemplates = {
  event: { name: 'Event or webinar', kinds: ['hero', 'text', 'cards', 'form'] },
  offer: { name: 'Offer with the record', kinds: ['hero', 'portfolios', 'cards', 'form', 'closing'] },
  empty: { name: 'Only an opening and a form', kinds: ['hero', 'form'] },
} as const satisfies Record<(typeof templateNames)[number], { name: string; kinds: readonly CampaignSectionKind[] }>;

export function newCampaignPage(id: string, name: string, kinds: readonly CampaignSectionKind[]): CampaignPage {
  return {
    path: `/${id}`,
    title: name.slice(0, campaignHead.title.longest),
    description: '',
    afterwards: '',
    closedTitle: campaignHead.closedTitle.ships,
    closedText: campaignHead.closedText.ships,
    indexed: false,
    opensAt: null,
    closesAt: null,
    removed: false,
    sections: kinds.map((kind, at) => newSection(`s${at + 1}`, kind)),
  };
}

export function newSection(key: string, kind: CampaignSectionKind): CampaignSection {
  const texts = Object.fromEntries(Object.entries(textsOf(kind)).map(([name, { ships }]) => [name, ships]));
  return { key, kind, texts, ...(kind === 'form' && { questions: {} }) };
}

/** The id of a campaign, made from its name and never changed, as leads store it; undefined if the name has no letter a to z and no digit. */
export function campaignIdFor(name: string): string | undefined {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const id = plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-|-$/g, '');
  return id === '' ? undefined : id;
}

const PATH = /^(?:\/[a-z0-9]+(?:-[a-z0-9]+)*){1,2}$/;

/** First parts of paths that no campaign may have: the site's own besides its pages, and those at which staff would expect to sign in. */
const taken = [
  'about',
  'account',
  'admin',
  'api',
  'assets',
  'booking',
  'bounces',
  'builder',
  'calendar',
  'careers',
  'cards',
  'companies',
  'desk',
  'consents',
  'contacts',
  'downloads',
  'featured',
  'flags',
  'fonts',
  'form',
  'forms',
  'healthz',
  'hooks',
  'insights',
  'jobs',
  'leads',
  'mail',
  'media',
  'meeting',
  'metrics',
  'newsletter',
  'posts',
  'preview',
  'privacy',
  'proofs',
  'readyz',
  'recruiting',
  'reports',
  'resources',
  'screens',
  'sign-in',
  'social',
  'talent-pool',
  'unsubscribe',
  'verify',
  'well-known',
  'www',
];
const reserved: ReadonlySet<string> = new Set([...taken, ...pages.map(({ path }) => path.split(/[/?]/)[1]?.toLowerCase() ?? '')]);

/** Why a page cannot stand at an address, in words. */
export function campaignPathFault(path: string): string | undefined {
  if (!PATH.test(path) || path.length > campaignHead.path.longest)
    return `Use /, small letters, digits and hyphens, as /autumn or /events/autumn, ${campaignHead.path.longest} characters at the most`;
  if (reserved.has(path.split('/')[1] ?? '')) return 'The site itself uses this address';
  return path.endsWith('/sent') ? 'An address that ends in /sent is that of a thank-you page' : undefined;
}

type Checks = {
  isPage: (path: string) => boolean;
  forbidden: readonly string[];
  /** The name of another campaign at an address. */
  campaignAt: (path: string) => string | undefined;
};

/** Why the page cannot be published, by the path of each field: `title`, `s1.lead`, or a section's key. */
export function campaignFaults(page: CampaignPage, { isPage, forbidden, campaignAt }: Checks): Record<string, string> {
  const faults: Record<string, string> = {};
  const tell = (path: string, fault: string | undefined) => {
    if (fault !== undefined) faults[path] ??= fault;
  };
  const hasForm = page.sections.some(({ kind }) => kind === 'form');
  const textFault = (path: string, { kind, longest, ships, optional, prompt: isPrompt }: CampaignText, value: string) => {
    if (value === '' && optional) return undefined;
    if (isPrompt === true && value === ships) return 'Write your own words here';
    if (kind === 'link' && value === '#form') return hasForm ? undefined : 'The page has no form to lead to';
    return fieldFault({ path, kind, longest, shipped: '' }, value, { isPage: (to) => isPage(to) || to === page.path, forbidden });
  };
  for (const [name, field] of Object.entries(campaignHead))
    if (name !== 'path') tell(name, textFault(name, field, page[name as keyof typeof campaignHead]));
  tell('path', campaignPathFault(page.path));
  const other = campaignAt(page.path);
  tell('path', other && `The campaign “${other}” is at this address`);
  // To pages of this site only: a redirect takes readers along unasked. Of a link in the closing words they see where it leads.
  if (page.afterwards !== '' && !page.afterwards.startsWith('/')) tell('afterwards', 'Lead to a page of this site, as /insights');
  if (page.afterwards === page.path) tell('afterwards', 'Lead to another page than this one');
  if (page.opensAt !== null && page.closesAt !== null && page.closesAt <= page.opensAt) tell('closesAt', 'It closes before it opens');
  for (const [path, fault] of sectionFaults(page)) tell(path, fault);
  for (const { key, kind, texts } of page.sections)
    for (const [name, field] of Object.entries(textsOf(kind)))
      tell(`${key}.${name}`, textFault(`${key}.${name}`, field, texts[name] ?? ''));
  return faults;
}

function sectionFaults({ sections }: CampaignPage): [path: string, fault: string][] {
  const faults: [string, string][] = [];
  if (sections[0]?.kind !== 'hero') faults.push(['sections', 'Begin with an opening: it has the headline of the page']);
  if (sections.length > MOST_SECTIONS) faults.push(['sections', `Use ${MOST_SECTIONS} sections at the most`]);
  const seen = new Set<CampaignSectionKind>();
  for (const { key, kind, texts, questions: asked } of sections) {
    if (kind !== 'text' && kind !== 'cards' && seen.has(kind))
      faults.push([key, `A page has one section “${campaignSections[kind].name}”`]);
    seen.add(kind);
    if ((texts['action'] ?? '') !== '' && (texts['href'] ?? '') === '') faults.push([`${key}.href`, 'Say where the button leads']);
    for (const at of [3, 4])
      if (kind === 'cards' && (texts[`title${at}`] === '') !== (texts[`text${at}`] === ''))
        faults.push([`${key}.title${at}`, 'A card has a heading and a text, or neither']);
    if (asked?.netWorth !== undefined && asked.role === undefined) faults.push([key, 'To ask for the net worth, ask for the role as well']);
  }
  return faults;
}

function line(label: string, longest: number, ships: string): CampaignText {
  return { label, kind: 'line', longest, ships };
}

function paragraph(label: string, longest: number, ships: string): CampaignText {
  return { label, kind: 'paragraph', longest, ships };
}

/** Marks a text whose initial words only say what to write: as they are, they cannot be published. */
function prompt(text: CampaignText): CampaignText {
  return { ...text, prompt: true };
}

function button(action: string, href: string) {
  return {
    action: { ...line('Button', 30, action), optional: true },
    href: { label: 'Where the button leads (#form: to the form)', kind: 'link', longest: 300, ships: href, optional: true },
  } as const;
}

function card(at: number, optional?: true): Record<string, CampaignText> {
  const more = optional ? ({ optional, ships: '' } as const) : {};
  return {
    [`title${at}`]: { ...prompt(line(`Card ${at}: heading`, 60, 'A feature')), ...more },
    [`text${at}`]: { ...prompt(paragraph(`Card ${at}: text`, 300, 'What it does for the reader.')), ...more },
  };
}
