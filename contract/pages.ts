import { answerPages, dialogFormPages, plainFormPaths } from './form-pages.ts';
import { meetingPages } from './meeting-page.ts';

/** Path of the reports. A page says of any other address below it that there is no such report. */
const DOWNLOADS = '/downloads';

/** One row per page, read by router, prerendering, sitemap, the server's known paths and the page tests. */
export const pages: readonly PageRow[] = [
  {
    path: '/',
    component: 'home',
    figuresFirst: true,
    title: 'AI for Investment | Cognitive PRO',
    description:
      'AI-based investment tools, predictive technology for fund management and the Cognitive PRO platform, for asset managers, family offices, advisors and independent investors.',
    indexed: true,
  },
  {
    path: '/cognitivepro',
    component: 'cognitivepro',
    title: 'Cognitive PRO: the AI platform for portfolio and fund management',
    description:
      'A portfolio and fund co-pilot, daily signals, a graph of market correlations and client reports written by AI. See what Cognitive PRO does and book a demo.',
    indexed: true,
  },
  {
    path: '/bookLanding',
    component: 'cognitivepro',
    mode: 'confirm',
    title: 'Thank you for registering | Cognitive PRO',
    description: 'Your registration was received. Our team will get in touch to schedule a demo session.',
    indexed: false,
    canonical: '/cognitivepro',
  },
  {
    path: '/confirm',
    component: 'confirm',
    title: 'Email verified | Cognitive PRO',
    description: 'Your email address is verified and your data was saved.',
    indexed: false,
    canonical: '/',
  },
  {
    path: '/formsent',
    component: 'formsent',
    title: 'Email verified | Cognitive PRO',
    description: 'Your email address is verified. An email will arrive to schedule a brief meeting.',
    indexed: false,
    canonical: '/cognitivepro',
  },
  {
    path: '/insights',
    component: 'insights',
    figuresFirst: true,
    title: 'Insights: quarterly performance figures and papers | Cognitive PRO',
    description:
      'Net returns, Sharpe ratios and excess returns of every portfolio against its benchmarks, computed from their records, with the method and research papers.',
    indexed: true,
  },
  ...insightsModes(),
  {
    path: '/getreport',
    component: 'getreport',
    title: 'Request the performance report | Cognitive PRO',
    description:
      'A page for each portfolio: growth against its benchmarks, drawdowns, calendar returns and risk, with the method, as a PDF.',
    indexed: true,
  },
  ...answerPages(plainFormPaths.report, { component: 'getreport', description: 'Ask for the performance report as a PDF.' }),
  {
    path: '/downloads/pro',
    component: 'downloads',
    mode: 'pro',
    title: 'Performance report | Cognitive PRO',
    description: 'The multi-strategy performance report, to read here or to save.',
    indexed: false,
    canonical: '/getreport',
  },
  {
    path: DOWNLOADS,
    component: 'downloads',
    title: '404 - Not Found | Cognitive PRO',
    description: 'There is no report of this type.',
    indexed: false,
    canonical: '/getreport',
    status: 404,
  },
  {
    path: '/about',
    component: 'about',
    title: 'About us: leadership in AI for investment decisions | Cognitive PRO',
    description:
      'Who builds Cognitive PRO, and how: AI for investment decision making with evidence before opinion, from Milan and London.',
    indexed: true,
    alternates: 'english',
  },
  {
    path: '/careers',
    component: 'careers',
    title: 'Careers: open positions in Milan | Cognitive PRO',
    description:
      'Open positions in content, systems, data science and software development, all of them in Milan. Apply with your CV, or send a spontaneous application.',
    indexed: true,
    alternates: 'english',
    alternatesElsewhere: { 'en-EE': '/' },
  },
  {
    // Each posting has a page at this path (posting.ts).
    path: '/jobs',
    component: 'jobs',
    title: 'Open positions | Cognitive PRO',
    description: 'What is open at the moment, and where to apply.',
    indexed: false,
    canonical: '/careers',
  },
  {
    path: '/contacts',
    component: 'contacts',
    title: 'Contact us: write to the team | Cognitive PRO',
    description: 'Write to us about the platform, the research or a partnership. A person reads every message and answers by email.',
    indexed: true,
  },
  ...answerPages(plainFormPaths.contacts, { component: 'contacts', description: 'Write to us. A person reads every message.' }),
  ...answerPages(plainFormPaths.application, { component: 'application', description: 'Your application, with its CV.' }),
  ...dialogFormPages(),
  {
    path: '/ecosystem',
    component: 'ecosystem',
    title: 'Ecosystem | Cognitive PRO',
    description: 'The ecosystem around Cognitive PRO. This page is being written; contact us or book a demo in the meantime.',
    // Its text is filler.
    indexed: false,
    canonical: '/ecosystem',
  },
  {
    path: '/credits',
    component: 'credits',
    title: 'Credits: charting technology and open source | Cognitive PRO',
    description:
      'The charts of the platform are drawn with TradingView Lightweight Charts. What else this site is built with, and its licences.',
    indexed: true,
  },
  {
    path: '/cookies',
    component: 'cookies',
    title: 'Cookie policy: what we store, and your choice | Cognitive PRO',
    description: 'Everything this site keeps in your browser, what for and for how long, and the place to change what you agreed to.',
    indexed: true,
  },
  {
    path: '/privacy',
    component: 'privacy',
    title: 'Privacy policy: your data and your rights | Cognitive PRO',
    description: 'What this site stores when you send a form, why, for how long, who receives it, and how you see, correct or delete it.',
    indexed: true,
  },
  {
    path: '/login',
    component: 'login',
    title: 'Login | Cognitive PRO',
    description: 'Log in with your email address and password, or go to the Cognitive PRO platform.',
    indexed: false,
    canonical: '/login',
  },
  ...verifyPages(),
  ...meetingPages(),
];

/** The page for every path without a row. */
export const notFoundPage: PageRow = {
  path: '404',
  component: 'not-found',
  title: '404: Page not found | Cognitive PRO',
  description: 'There is no page at this address.',
  indexed: false,
  status: 404,
};

export type PageRow = {
  /** Path as in the route table, without trailing slash. Pages that share a path differ by a query after it. */
  path: string;
  /** Folder in `site/pages/`; its page.tsx shows the page. */
  component: string;
  /** Its first view shows figures: the page loads their font before painting; other pages load it afterwards. */
  figuresFirst?: boolean;
  mode?: string;
  title: string;
  description: string;
  /** Listed in the sitemap and open to search engines. */
  indexed: boolean;
  /** Path of the canonical page: the main page for a mode page, its path for a separate page that is not indexed. */
  canonical?: string;
  /** Lists the English country variants as alternate-language links (alternates.ts). */
  alternates?: 'english';
  /** Variants whose link leads to a path other than the page's. */
  alternatesElsewhere?: Readonly<Record<string, `/${string}`>>;
  /** The last day on which it is shown, as YYYY-MM-DD; afterwards the page without the query is shown. */
  until?: string;
  /** HTTP status of the answer; default 200. */
  status?: 404;
  /** `false`: static HTML without scripts, for pages that contain a token. */
  scripts?: false;
  /** The page's only script is inline, and reloads it in the visitor's time zone. */
  asksZone?: true;
};

/** The row of a path; a trailing slash makes no difference. `undefined` for an unknown path. */
export function pageOf(path: string): PageRow | undefined {
  const plain = withoutTrailingSlashes(path);
  const found = pages.find((page) => page.path === plain);
  return found ?? (plain.startsWith(`${DOWNLOADS}/`) ? pageOf(DOWNLOADS) : undefined);
}

export function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

function insightsModes(): PageRow[] {
  const modes: Array<[path: string, mode?: string]> = [
    ['/getsummary'],
    ['/insights/landing', 'confirm'],
    ['/insightsLanding', 'confirm'],
    ['/landing', 'confirm'],
    ['/insights/paper', 'sent'],
  ];
  return modes.map(([path, mode]) => ({
    path,
    component: 'insights',
    figuresFirst: true,
    ...(mode && { mode }),
    title: mode === 'sent' ? 'Papers | Cognitive PRO' : 'Insights | Cognitive PRO',
    description: 'Quarterly performance figures of every portfolio against its benchmarks, and research papers.',
    indexed: false,
    canonical: '/insights',
  }));
}

/** The pages behind the links of our mails, in each of their states. The linked addresses are in api.ts; the server picks the state. */
function verifyPages(): PageRow[] {
  const states: Array<[path: string, mode: string, title: string]> = [
    ['/verify', 'ask', 'Confirm your email address'],
    ['/verify/pick', 'pick', 'Which of these did you send?'],
    ['/verify/pick-one', 'pick-one', 'Which of these did you send?'],
    ['/verify/declined', 'declined', 'Thank you for telling us'],
    ['/verify/used', 'used', 'Already confirmed'],
    ['/verify/expired', 'expired', 'This link has expired'],
    ['/verify/superseded', 'superseded', 'There is a newer link'],
    ['/verify/unknown', 'unknown', 'This link is not valid'],
    ['/verify/sent', 'sent', 'Check your email'],
    ['/verify/unavailable', 'unavailable', 'Please try again in a moment'],
    ['/verify/unsubscribe', 'unsubscribe', 'No more marketing from us'],
    ['/verify/unsubscribed', 'unsubscribed', 'You are unsubscribed'],
    ['/verify/newsletter', 'newsletter', 'Confirm the newsletter'],
    ['/verify/subscribed', 'subscribed', 'The newsletter is confirmed'],
    ['/verify/talent-pool', 'talent-pool', 'May we keep your application?'],
    ['/verify/talent-pool-joined', 'talent-pool-joined', 'We keep your application'],
    ['/verify/talent-pool-leave', 'talent-pool-leave', 'Your application is no longer kept'],
    ['/verify/talent-pool-left', 'talent-pool-left', 'Your application is no longer kept'],
    ['/verify/no-subscription', 'no-subscription', 'This link is not valid'],
  ];
  return states.map(([path, mode, title]) => ({
    path,
    component: 'verify',
    mode,
    title: `${title} | Cognitive PRO`,
    description: 'Confirm the email address you gave us.',
    indexed: false,
    canonical: '/',
    scripts: false,
  }));
}
