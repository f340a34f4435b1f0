import { column, operator, ownedBy, type RowOf } from '../table.ts';

const why = 'To show the company’s own words on the site';

/** What staff changed of the site's texts. */
export const contentTables = ownedBy('content', {
  /** Append-only. The latest one is shown. */
  content_versions: {
    what: 'Published versions of what staff changed of the site’s texts.',
    why,
    until: 'Never by itself',
    who: 'Everybody: it is published on the site',
    columns: {
      number: column<number>('Counted up'),
      /** JSON: by path, the text and what shipped there when it was written. */
      words: column<string>('Every text that differs from what ships'),
      title: column<string>('What the change was called'),
      published_at: column<number>('When it was published'),
      published_by: column<string>('The account of the desk that published it'),
      /** JSON: accounts. */
      drafted_by: column<string>('The accounts of the desk that wrote it'),
    },
  },
  content_drafts: {
    what: 'Changes of the site’s texts that are not public yet.',
    why,
    until: 'Never by itself',
    who: operator,
    columns: {
      id: column<string>('Its name in addresses'),
      title: column<string>('What the change is called'),
      /** JSON: by path, the text, or null for what ships, with what was published and what shipped when it was written. */
      changes: column<string>('The texts that it changes'),
      state: column<'open' | 'published' | 'discarded'>('open, published or discarded'),
      revision: column<number>('Counted up with each change'),
      /** JSON: accounts. */
      drafted_by: column<string>('The accounts of the desk that wrote it'),
      created_at: column<number>('When it was begun'),
      changed_at: column<number>('When it was last changed'),
      publish_at: column<number | null>('When it is to be published'),
      approved_by: column<string | null>('The account of the desk that set the time'),
    },
  },
  preview_links: {
    what: 'Links by which people without an account see a draft of the site.',
    why: 'To let somebody look at a draft',
    until: 'Never by itself; a link works for PREVIEW_DAYS',
    who: operator,
    columns: {
      token_hash: column<string>('A hash of the link'),
      id: column<string>('Its name in addresses of the desk'),
      draft: column<string>('What it shows'),
      made_by: column<string>('The account of the desk that made it'),
      made_at: column<number>('When it was made'),
      expires_at: column<number>('When it ends'),
      revoked_at: column<number | null>('When somebody ended it'),
    },
  },
  /** Append-only. The latest one of each campaign is shown. */
  campaign_versions: {
    what: 'Published versions of campaign pages, with the questions that their forms ask.',
    why: 'To show campaign pages, and to read their leads as they were asked',
    until: 'Never by itself',
    who: 'Everybody: it is published on the site',
    columns: {
      number: column<number>('Counted up over all campaigns'),
      campaign: column<string>('The campaign, as its leads name it'),
      name: column<string>('What the campaign is called'),
      /** JSON: a campaign page. */
      page: column<string>('Address, sections, texts, questions and times of the page'),
      published_at: column<number>('When it was published'),
      published_by: column<string>('The account of the desk that published it'),
      /** JSON: accounts. */
      drafted_by: column<string>('The accounts of the desk that wrote it'),
    },
  },
  /** One at the most for each campaign. */
  campaign_drafts: {
    what: 'Campaign pages that are not public yet.',
    why,
    until: 'Until it is published or discarded',
    who: operator,
    columns: {
      campaign: column<string>('The campaign'),
      name: column<string>('What the campaign is called'),
      /** JSON: a campaign page. */
      page: column<string>('Address, sections, texts, questions and times of the page'),
      revision: column<number>('Counted up with each change'),
      /** JSON: accounts. */
      drafted_by: column<string>('The accounts of the desk that wrote it'),
      changed_at: column<number>('When it was last changed'),
      publish_at: column<number | null>('When it is to be published'),
      approved_by: column<string | null>('The account of the desk that set the time'),
    },
  },
});

export type ContentVersionRow = RowOf<typeof contentTables.content_versions>;
export type ContentDraftRow = RowOf<typeof contentTables.content_drafts>;
export type CampaignVersionRow = RowOf<typeof contentTables.campaign_versions>;
export type CampaignDraftRow = RowOf<typeof contentTables.campaign_drafts>;
export type PreviewLinkRow = RowOf<typeof contentTables.preview_links>;
