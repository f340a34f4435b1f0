import type { Schema } from '../store/schema.ts';
import { endpointTables } from './delivery-data.ts';
import type { personalTables } from './personal-data.ts';
import { staffTables } from './staff-data.ts';
import type { TableAbout } from './table-about.ts';

const operator = 'Whoever runs the server';
const everybody = 'Everybody: it is published on the site';

export const otherTables: { readonly [Table in Exclude<keyof Schema, keyof typeof personalTables>]: TableAbout<Schema[Table]> } = {
  ...staffTables,
  lead_days: {
    what: 'How many leads came on a day, by form, button, campaign, referring site and country: numbers, of nobody. An erasure takes its requests out of them.',
    why: 'To see what brings leads, and how quickly they are answered',
    until: 'Never by itself',
    who: 'Sales and figures on the desk',
    columns: {
      dimension: 'What they are counted by',
      day: 'When they came',
      value: 'Which form, button, campaign, site or country',
      received: 'How many, without what looks like spam',
      spam: 'How many look like spam',
      linked: 'How many were mailed a link',
      verified: 'How many were confirmed',
      answered: 'How many were answered',
      met: 'With how many there was a meeting',
      won: 'How many were won',
    },
  },
  ...endpointTables,
  portfolios: {
    what: 'Portfolios on the site.',
    why: 'To show their figures',
    until: 'Never by itself',
    who: everybody,
    columns: {
      id: 'Its name in addresses',
      group: 'website or cognitive',
      sample: 'Whether it is a sample',
      created_at: 'When it was made',
      removed_at: 'When it was taken off the site',
    },
  },
  track_records: {
    what: 'Versions of their track records.',
    why: 'To compute the figures',
    until: 'Never by itself',
    who: everybody,
    columns: {
      portfolio_id: 'The portfolio',
      version: 'Counted up',
      recorded_at: 'When it was published',
      ...recordColumns(),
      sample: 'Whether it is a sample',
      source: 'The file it came from',
      reason: 'Why it restates what was public',
      changes: 'How many days it changed',
      drafted_by: 'The account of the desk that uploaded it',
      published_by: 'The account of the desk that published it',
    },
  },
  record_drafts: {
    what: 'Track records that are not public yet.',
    why: 'To look at before publishing',
    until: 'Never by itself',
    who: operator,
    columns: {
      portfolio_id: 'The portfolio',
      draft: 'Counted up',
      base_version: 'The version it was compared with',
      group: 'website or cognitive',
      ...recordColumns(),
      source: 'The file it came from',
      reason: 'Why it restates what was public',
      created_at: 'When it was made',
      closed_at: 'When it was published or dropped',
      drafted_by: 'The account of the desk that uploaded it',
    },
  },
  papers: {
    what: 'Research papers on the site.',
    why: 'To give them out',
    until: 'Never by itself',
    who: everybody,
    columns: {
      id: 'Its name in addresses',
      position: 'Place on the page',
      name: 'Title',
      descr: 'What it is about',
      sample: 'Whether it is a sample',
      created_at: 'When it was added',
      pdf: 'The file',
      pdf_digest: 'Its hash',
      pdf_size: 'Its bytes',
      image: 'Its picture',
      image_digest: 'Hash of that',
      image_type: 'Type of that',
    },
  },
  secrets: {
    what: 'What the server made for itself: a key for tokens, the id of the store.',
    why: 'To sign and to tell stores apart',
    until: 'Never by itself',
    who: operator,
    columns: { name: 'What for', value: 'The secret', created_at: 'When it was made' },
  },
  probes: {
    what: 'One row, written again and again.',
    why: 'To see whether the store takes a write',
    until: 'Written over',
    who: operator,
    columns: { name: 'Which probe', at: 'When' },
  },
  alerts: {
    what: 'What somebody was told of that went wrong.',
    why: 'To tell it once',
    until: 'Never by itself: one row a cause',
    who: operator,
    columns: {
      cause: 'What went wrong: names of jobs and of errors',
      opened_at: 'Since when',
      told_at: 'When it was told last',
      told_count: 'How many jobs it concerned then',
      closed_at: 'When it was over',
    },
  },
};

function recordColumns() {
  return {
    about: 'Name, description and benchmarks',
    frequency: 'daily, calendar or monthly',
    first_day: 'First day',
    last_day: 'Last day',
    digest: 'Hash of its lines',
    days: 'Days',
    portfolio: 'Values',
    benchmark: 'Values of the first benchmark',
    benchmark2: 'Values of the second one',
  };
}
