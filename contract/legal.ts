/** Shown with every performance figure, as it ships: on pages, cards, dialogs, reports and papers. */
export const RISK_WARNING = 'Past performance does not predict future returns, and you may get back less than you invested.';

/** What the company claims of performance standards, in the words that it may use; without one no report names a standard. */
export const complianceStatement: string | undefined = undefined;
