import { FORM_PAGES } from './callers.ts';

/** Placeholders for the words of a page that serves several callers. */
export const PLAIN_FORM_WORDS = { title: '__FORM_TITLE__', intro: '__FORM_INTRO__', submit: '__FORM_SUBMIT__' };

/** Pages of forms in a browser without JavaScript. They are prerendered; `refused` contains marks for the answers. */
export const plainFormPaths = {
  contacts: { form: '/contacts', refused: '/contacts/refused', sent: '/contacts/sent' },
  report: { form: '/getreport', refused: '/getreport/refused', sent: '/getreport/sent' },
  application: { form: '/careers', refused: '/careers/refused', sent: '/careers/sent' },
} as const;

/** By type of form: the page from which the server makes each caller's page, and the page that says thank you. */
export const dialogFormPaths = {
  bookademo: { refused: `${FORM_PAGES}/bookademo`, sent: `${FORM_PAGES}/sent`, canonical: '/cognitivepro' },
  insights_cu: { refused: `${FORM_PAGES}/insights-cu`, sent: `${FORM_PAGES}/sent`, canonical: '/insights' },
  generic: { refused: `${FORM_PAGES}/generic`, sent: `${FORM_PAGES}/sent`, canonical: '/contacts' },
  portfolios_cu: { refused: `${FORM_PAGES}/portfolios-cu`, sent: `${FORM_PAGES}/sent`, canonical: '/insights' },
} as const;

export type DialogFormType = keyof typeof dialogFormPaths;

type FormPage = {
  path: string;
  component: string;
  mode: string;
  title: string;
  description: string;
  indexed: false;
  canonical: string;
  scripts?: false;
};

/** The pages that answer a form sent without JavaScript. */
export function answerPages(
  paths: { form: string; refused: string; sent: string },
  page: { component: string; description: string },
): FormPage[] {
  const shared = { ...page, indexed: false, canonical: paths.form } as const;
  return [
    // The server sends it at the address of the API call, where our scripts would not recognize the page.
    { ...shared, path: paths.refused, mode: 'refused', title: 'Some errors in your form | Cognitive PRO', scripts: false },
    { ...shared, path: paths.sent, mode: 'sent', title: 'Request correctly sent | Cognitive PRO' },
  ];
}

/** The dialog's forms as pages, one per type, from which the server makes each caller's page. */
export function dialogFormPages(): FormPage[] {
  const shared = {
    component: 'form',
    description: 'What the buttons of our pages ask for, as a form on a page of its own.',
    indexed: false,
  } as const;
  const forms = Object.entries(dialogFormPaths).map(([mode, { refused, canonical }]): FormPage => ({
    ...shared,
    path: refused,
    mode,
    title: `${PLAIN_FORM_WORDS.title} | Cognitive PRO`,
    canonical,
    scripts: false,
  }));
  return [
    ...forms,
    { ...shared, path: `${FORM_PAGES}/sent`, mode: 'sent', title: 'Verify your email | Cognitive PRO', canonical: '/contacts' },
  ];
}
