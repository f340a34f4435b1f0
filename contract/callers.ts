export type FormType = 'bookademo' | 'insights_cu' | 'generic' | 'portfolios_cu' | 'default';

/** Caller of the report form, which has a page and no button that opens it, and its name in lists. */
export const REPORT_CALLER = 'getreport';
export const REPORT_SOURCE = 'Report page';

/** The page that says that a demo's address is confirmed. Where times are chosen on the site, a page that also offers these takes its place. */
export const DEMO_LANDING = '/formsent';

/** The platform page with its thank-you dialog, which offers the times itself. */
export const PLATFORM_LANDING = '/bookLanding';

/** One row per caller, the button that opened a form: which form opens, and what is requested. */
export type Caller = {
  /** Decides the fields only. */
  form: FormType;
  about?: AboutKind;
  /** What is requested; the words follow from it. Those for mails and staff are in request-words.ts, which browsers do not load. */
  asks: 'demo' | 'question' | 'portfolios' | 'analytics' | 'paper' | 'campaign';
};

/** Words of the dialog. The names in them are the company's, never typed by a visitor. */
export type DialogWords = {
  title: string;
  intro: string;
  submit: string;
};

export type AboutKind = 'paper' | 'portfolio';

/** What a request is about: an item of the company (a paper or a portfolio), by its id. */
export type LeadTopic = { kind: AboutKind; id: string };
export type NamedAbout = LeadTopic & { name: string };

/** Words by what is asked for. `named`: those that differ where the request is about an item of the company. */
export type NamedWords<T> = T & { named?: Partial<T> };

/** As they ship; staff may change them. */
export const shippedCallerWords = {
  demo: {
    title: 'Book a demo',
    intro: 'We will show you Cognitive PRO on the questions you work with.',
    submit: 'Book my demo',
  },
  question: {
    title: 'Contact us',
    intro: 'Ask us anything. A person reads every request.',
    submit: 'Send my request',
  },
  portfolios: {
    title: 'AI-managed portfolios',
    intro: 'Leave us your details and we will tell you how the portfolios are managed, and for whom.',
    submit: 'Send my details',
    named: {
      title: 'Ask about {about}',
      intro: 'Leave us your details and we will tell you how {about} is managed, and for whom.',
    },
  },
  analytics: {
    title: 'See the full analytics',
    intro: 'Verify your email address to open the charts, drawdowns and monthly returns of every portfolio.',
    submit: 'Get the full analytics',
  },
  paper: {
    title: 'Get the paper',
    intro: 'The PDF comes by email as soon as you have verified your address.',
    submit: 'Get the paper',
    named: { title: 'Get “{about}”' },
  },
};

export type CallerWords = Readonly<Record<keyof typeof shippedCallerWords, NamedWords<DialogWords>>>;

/** The words of a caller's dialog. @param about name of the item that the request is about, if there is one @param of the words as staff changed them */
export function dialogWords({ asks }: Caller, about?: string, of: CallerWords = shippedCallerWords): DialogWords {
  // A campaign's page has a form and words of its own.
  return withName(of[asks === 'campaign' ? 'question' : asks], about);
}

/** Words in which the name of an item, if there is one, stands for `{about}`. */
export function withName<T extends Readonly<Record<keyof T, string>>>({ named, ...words }: NamedWords<T>, about?: string): T {
  if (about === undefined) return words as T;
  const texts = Object.entries<string>({ ...words, ...named });
  return Object.fromEntries(texts.map(([name, text]) => [name, text.replaceAll('{about}', () => about)])) as T;
}

const rows = {
  home_bad: { form: 'bookademo', asks: 'demo' },
  cognitive_bad: { form: 'bookademo', asks: 'demo' },
  ecosystem_bad: { form: 'bookademo', asks: 'demo' },
  home_cu: { form: 'generic', asks: 'question' },
  about_cu: { form: 'generic', asks: 'question' },
  ecosystem_cu: { form: 'generic', asks: 'question' },
  portfolios_cu: { form: 'portfolios_cu', about: 'portfolio', asks: 'portfolios' },
  insights_cu: { form: 'insights_cu', about: 'portfolio', asks: 'analytics' },
} as const satisfies Record<string, Caller>;

const paper: Caller = { form: 'insights_cu', about: 'paper', asks: 'paper' };

/** Row of caller `0` and of every caller that is not declared. */
const fallback: Caller = { form: 'default', asks: 'question' };

type Followed = {
  /** Where on the site the form is opened, for staff; `ofItem` where the request is about an item. */
  source: string;
  ofItem?: string;
  /** Where the link in the mail leads. */
  landing: `/${string}`;
  /** What the visitor was promised for following it. */
  promise?: 'meeting' | 'paper';
};

/** What else is known of each caller's requests. Browsers do not load it. */
const followed: Readonly<Record<keyof typeof rows | 'paper' | 'other', Followed>> = {
  home_bad: { source: 'Header or home page, Book a demo', landing: DEMO_LANDING, promise: 'meeting' },
  cognitive_bad: { source: 'Platform page, Book a demo', landing: PLATFORM_LANDING, promise: 'meeting' },
  ecosystem_bad: { source: 'Ecosystem page, Book a Demo Today', landing: DEMO_LANDING, promise: 'meeting' },
  home_cu: { source: 'Footer, Contact us', landing: '/confirm' },
  about_cu: { source: 'About page, Contact us', landing: '/confirm' },
  ecosystem_cu: { source: 'Ecosystem page, Contact us', landing: '/confirm' },
  portfolios_cu: {
    source: 'Home page, investment services',
    ofItem: 'A portfolio’s details, Ask about this portfolio',
    landing: '/confirm',
  },
  insights_cu: { source: 'A portfolio’s details, full analytics', landing: '/insights/landing' },
  paper: { source: 'Insights page, Download on a paper', landing: '/insights/paper', promise: 'paper' },
  other: { source: 'A form elsewhere', landing: '/confirm' },
};

/** @param isAbout whether the request is about an item of the company */
export function callerSource(id: string, isAbout = false): string {
  const { source, ofItem = source } = followedOf(id);
  return isAbout ? ofItem : source;
}

/** Where the link in the mail leads, and what was promised for following it. */
export function linkEnd(id: string): Pick<Followed, 'landing' | 'promise'> {
  return followedOf(id);
}

function followedOf(id: string): Followed {
  return followed[callers.has(id) ? (id as keyof typeof rows) : PAPER.test(id) ? 'paper' : 'other'];
}

/** Path below which each caller's form has a page. */
export const FORM_PAGES = '/form';

/** A caller in an address: 1 to 64 letters, digits, `_` or `-`. */
export const CALLER_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

/** Every declared caller with its row, except papers and campaigns, which share one row each. */
export const callers: ReadonlyMap<string, Caller> = new Map<string, Caller>(Object.entries(rows));

const PAPER = /^paper_(.+)$/;
const CAMPAIGN = /^campaign_(.+)$/;

/** The row of a caller; an unknown caller gets the fallback row. */
export function callerFor(id: string): Caller {
  // A campaign page's form has questions and words of its own (forms/campaign.ts).
  return callers.get(id) ?? (PAPER.test(id) ? paper : id.startsWith('campaign_') ? { ...fallback, asks: 'campaign' } : fallback);
}

export function paperCaller(id: string): string {
  return `paper_${id}`;
}

export function campaignCaller(id: string): string {
  return `campaign_${id}`;
}

/** The id of the campaign that a caller names. */
export function campaignOf(caller: string): string | undefined {
  return CAMPAIGN.exec(caller)?.[1];
}

/** A campaign in words, by its id: `autumn-webinar` is 'Autumn webinar'. */
export function campaignName(id: string): string {
  const words = id.replaceAll('-', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

const ABOUT_ID = /^[\w-]{1,64}$/;

/**
 * Reads what a request is about: from `given`, otherwise from the caller's name. An item that the caller does not accept, or an invalid id, is left
 * out. Whether the item exists is not checked here.
 */
export function readAbout(caller: string, given: unknown): LeadTopic | undefined {
  const { about: kind } = callerFor(caller);
  if (kind === undefined) return undefined;
  const sent = typeof given === 'object' && given !== null ? (given as Partial<Record<keyof LeadTopic, unknown>>) : {};
  const id = sent.kind === kind ? sent.id : PAPER.exec(caller)?.[1];
  return typeof id === 'string' && ABOUT_ID.test(id) ? { kind, id } : undefined;
}
