/** Every island by its name, with the code that a browser loads on demand. One file per island. */
export const islands = {
  'application-form': () => import('./application-form.tsx'),
  'campaign-form': () => import('./campaign-form.tsx'),
  'contact-form': () => import('./contact-form.tsx'),
  download: () => import('./download.tsx'),
  'portfolios-and-papers': () => import('./portfolios-and-papers.tsx'),
  'login-form': () => import('./login-form.tsx'),
  'report-form': () => import('./report-form.tsx'),
};

export type IslandName = keyof typeof islands;
