import { NEWSLETTER } from '../forms/form.ts';
import { TALENT_POOL } from '../forms/talent-pool-consent.ts';

/** One record about a consent. Records are never changed. */
type ConsentEntry = { at: number; purpose: string; action: string };

/** The purpose of a consent in words for staff. An unknown purpose is shown by its key and counts as one that a link confirms. */
export function purposeWords(purpose: string): string {
  return wordsOf(purpose).name;
}

/** One record in words. */
export function recordWords({ purpose, action }: Pick<ConsentEntry, 'purpose' | 'action'>): string {
  return wordsOf(purpose).records[action] ?? action;
}

/** The state of a consent, from all records of its purpose: the latest answer, or, if there is none, what `asked` means. */
export function standingWords(records: readonly ConsentEntry[]): string {
  const latest = records.toSorted((one, other) => one.at - other.at);
  const said = latest.findLast(({ action }) => action !== 'asked') ?? latest.at(-1);
  return said === undefined ? 'No' : (wordsOf(said.purpose).standing[said.action] ?? said.action);
}

/** Groups records by purpose, the latest first. */
export function byPurpose<Entry extends ConsentEntry>(records: readonly Entry[]): [purpose: string, records: Entry[]][] {
  return [
    ...Map.groupBy(
      records.toReversed().toSorted((one, other) => other.at - one.at),
      ({ purpose }) => purpose,
    ),
  ];
}

type Words = { standing: Readonly<Record<string, string>>; records: Readonly<Record<string, string>> };

const withdrawn = { withdrawn: 'Withdrawn' };

/** Consents that the link in a mail confirms. */
const byLink: Words = {
  standing: { asked: 'Agreed, not confirmed', confirmed: 'Agreed, confirmed', given: 'Agreed, confirmed', ...withdrawn },
  records: { asked: 'Agreed with the form', confirmed: 'Confirmed by the link in the mail', given: 'Agreed', ...withdrawn },
};

/** Consents that are given by sending the form, without a confirmation. */
const bySending: Words = {
  standing: { asked: 'Agreed', confirmed: 'Agreed', given: 'Agreed', ...withdrawn },
  records: { asked: 'Agreed with the form', confirmed: 'Confirmed', given: 'Agreed', ...withdrawn },
};

const byAnswer: Words = {
  standing: { asked: 'Asked, no answer yet', confirmed: 'Agreed', given: 'Agreed', ...withdrawn },
  records: { asked: 'Asked by mail', confirmed: 'Agreed by the link in the mail', given: 'Agreed', ...withdrawn },
};

const purposes: Readonly<Record<string, { name: string } & Words>> = {
  marketing: { name: 'Marketing mail', ...byLink },
  [NEWSLETTER]: { name: 'Newsletter', ...byLink },
  message: { name: 'Answer to their message', ...bySending },
  recruiting: { name: 'Use of their application', ...bySending },
  [TALENT_POOL]: { name: 'Keep the application for longer', ...byAnswer },
};

/** The purposes that this build asks consent for. The store may have others of earlier builds. */
export const consentPurposes: readonly string[] = Object.keys(purposes);

function wordsOf(purpose: string): { name: string } & Words {
  return purposes[purpose] ?? { name: purpose, ...byLink };
}
