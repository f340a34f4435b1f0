/** Who the site and its mails are from. A sample: replace it first, with `site/content/company.ts`. */
export const companyName = 'Ordinata';

export const officeLines = ['Milan, Italy', 'London, UK'] as const;
