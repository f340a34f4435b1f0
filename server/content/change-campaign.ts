import type { CampaignChange } from '../../contract/calls/desk/campaign-calls.ts';
import { ILLEGIBLE_WORDS, isLegible } from '../../contract/clean-text.ts';
import { campaignHead, campaignSections, MOST_SECTIONS, newSection, textsOf, type CampaignText } from '../../contract/campaigns.ts';
import type { CampaignPage } from '../../contract/campaign-page.ts';

/** @returns the changed page, or in words why it cannot be changed so */
export function changedCampaign(page: CampaignPage, change: CampaignChange): CampaignPage | string {
  switch (change.what) {
    case 'text':
      return withText(page, change);
    case 'head': {
      const { name, value, seen } = change;
      if (page[name] !== seen && page[name] !== value) return taken(page[name]);
      return draftFault(value, campaignHead[name]) ?? { ...page, [name]: value };
    }
    case 'add':
      return withSection(page, change);
    case 'remove':
      return { ...page, sections: page.sections.filter(({ key }) => key !== change.section) };
    case 'move':
      return moved(page, change);
    case 'question':
      return withQuestion(page, change);
    case 'opensAt':
    case 'closesAt':
      return { ...page, [change.what]: change.at };
    case 'indexed':
    case 'removed':
      return { ...page, [change.what]: change.on };
  }
}

type Change<What extends CampaignChange['what']> = Extract<CampaignChange, { what: What }>;

function withText(page: CampaignPage, { section: key, name, value, seen }: Change<'text'>): CampaignPage | string {
  const section = page.sections.find((one) => one.key === key);
  const field = section && Object.hasOwn(textsOf(section.kind), name) ? textsOf(section.kind)[name] : undefined;
  if (section === undefined || field === undefined) return GONE;
  const now = section.texts[name] ?? '';
  if (now !== seen && now !== value) return taken(now);
  const fault = draftFault(value, field);
  if (fault !== undefined) return fault;
  return withSections(page, key, (one) => ({ ...one, texts: { ...one.texts, [name]: value } }));
}

function withSection(page: CampaignPage, { kind, after }: Change<'add'>): CampaignPage | string {
  if (page.sections.length >= MOST_SECTIONS) return `A page has ${MOST_SECTIONS} sections at the most.`;
  if (kind !== 'text' && kind !== 'cards' && page.sections.some((one) => one.kind === kind))
    return `A page has one section “${campaignSections[kind].name}”.`;
  // A key is not used again: what somebody types into a section that was removed must not land in another one.
  const last = Math.max(0, ...page.sections.map(({ key }) => Number(key.slice(1))));
  const at = page.sections.findIndex(({ key }) => key === after) + 1;
  return { ...page, sections: page.sections.toSpliced(at === 0 ? page.sections.length : at, 0, newSection(`s${last + 1}`, kind)) };
}

function moved(page: CampaignPage, { section, by }: Change<'move'>): CampaignPage | string {
  const from = page.sections.findIndex(({ key }) => key === section);
  const [one] = page.sections.slice(from, from + 1);
  if (from < 0 || one === undefined) return GONE;
  const to = Math.min(Math.max(from + by, 0), page.sections.length - 1);
  return { ...page, sections: page.sections.toSpliced(from, 1).toSpliced(to, 0, one) };
}

function withQuestion(page: CampaignPage, { section, question, use }: Change<'question'>): CampaignPage | string {
  if (page.sections.every(({ key, kind }) => key !== section || kind !== 'form')) return GONE;
  return withSections(page, section, (one) => {
    const others = Object.entries(one.questions ?? {}).filter(([name]) => name !== question);
    return { ...one, questions: Object.fromEntries(use === null ? others : [...others, [question, use]]) };
  });
}

type Section = CampaignPage['sections'][number];

function withSections(page: CampaignPage, key: string, change: (section: Section) => Section): CampaignPage {
  return { ...page, sections: page.sections.map((one) => (one.key === key ? change(one) : one)) };
}

const GONE = 'A colleague removed this section meanwhile.';

function taken(now: string): string {
  return `A colleague changed this meanwhile, to: ${now}`;
}

/**
 * Why a draft may not have a text. One that is somewhat too long is kept, and refused when it is published; previews show drafts, so they have a
 * limit, too.
 */
function draftFault(value: string, { kind, longest }: CampaignText): string | undefined {
  if (!isLegible(value, kind === 'paragraph')) return ILLEGIBLE_WORDS;
  return value.length > 4 * longest + 100 ? `Shorten it: the page has room for ${longest} characters` : undefined;
}
