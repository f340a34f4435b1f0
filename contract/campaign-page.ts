import * as v from 'valibot';

/** The sections that a campaign page is made of, in the order in which the desk offers them. */
export const sectionKinds = ['hero', 'text', 'cards', 'figures', 'portfolios', 'papers', 'strip', 'form', 'closing'] as const;
export type CampaignSectionKind = (typeof sectionKinds)[number];

/** The questions that a form may ask besides name, surname and address. `netWorth` is asked of independent investors only. */
export const campaignQuestions = ['phone', 'role', 'netWorth', 'company', 'message'] as const;

/** What staff call these questions. */
export const campaignQuestionNames: Readonly<Record<(typeof campaignQuestions)[number], string>> = {
  phone: 'Phone',
  role: 'Role',
  netWorth: 'Net worth, of independent investors',
  company: 'Company',
  message: 'Their request, in their own words',
};

/** Names of the templates that a new page begins with. */
export const templateNames = ['event', 'offer', 'empty'] as const;

const questions = v.record(v.picklist(campaignQuestions), v.picklist(['optional', 'required']));
export type CampaignQuestions = v.InferOutput<typeof questions>;

export const campaignSection = v.object({
  key: v.pipe(v.string(), v.regex(/^s\d{1,4}$/)),
  kind: v.picklist(sectionKinds),
  texts: v.record(v.string(), v.string()),
  /** Only for a section of the kind `form`. */
  questions: v.optional(questions),
});
export type CampaignSection = v.InferOutput<typeof campaignSection>;

const text = v.string();
/** Milliseconds since the epoch, until the year 9999: what a calendar, a store and a page can show. */
export const calendarTime = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Date.UTC(9999, 0)));
const time = v.nullable(calendarTime);

/** A campaign page as drafts and published versions have it. Before `opensAt`, and where `removed`, there is no page at its address. */
export const campaignPage = v.object({
  path: text,
  title: text,
  description: text,
  afterwards: text,
  closedTitle: text,
  closedText: text,
  indexed: v.boolean(),
  opensAt: time,
  closesAt: time,
  removed: v.boolean(),
  sections: v.array(campaignSection),
});
export type CampaignPage = v.InferOutput<typeof campaignPage>;
