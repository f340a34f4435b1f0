import { sql, type RawBuilder } from 'kysely';
import { present } from '../../../contract/checked.ts';
import { openStages } from '../../../contract/desk/application-stages.ts';
import type { LeadSection, leadViews, reachedSteps } from '../../../contract/desk/lead-facts.ts';
import { leadOrigins, type LeadOrigin } from '../../../contract/desk/lead-origins.ts';
import { openStates } from '../../../contract/desk/lead-states.ts';
import type { FilterValue } from '../../../contract/desk/staff-field-schemas.ts';
import type { FieldOf, Worked } from '../../../contract/desk/staff-fields.ts';
import type { LeadIndexRow } from '../../store/tables/work-tables.ts';
import { listedFields } from '../../store/staff-columns.ts';
import type { Store } from '../../store/store.ts';
import type { Facet } from '../../leads/index-terms.ts';
import { placeAt } from './lead-index.ts';
import { needlesOf, wordNeedlesOf } from './search-text.ts';

export type LeadView = (typeof leadViews)[number] | 'open';

/** Filters by staff fields. Null for an account: leads without one. A number for a score: at least this average. */
type FieldFilter = { [Name in FilteredField]?: FilterValue<Name> | undefined };
type FilteredField = FieldOf<Worked, 'choice' | 'account' | 'score'>;

/** Times are milliseconds since the epoch; `until` is exclusive. Suspected spam is left out unless it is asked for. */
export type LeadListFilter = FieldFilter & { [Name in LeadOrigin]?: string | undefined } & {
  section: LeadSection;
  view?: LeadView | undefined;
  /** The account whose leads the view `mine` shows. */
  viewer?: string | undefined;
  form?: string | undefined;
  caller?: string | undefined;
  campaign?: string | undefined;
  country?: string | undefined;
  verified?: boolean | undefined;
  /** What it is counted as in the overview. */
  reached?: (typeof reachedSteps)[number] | undefined;
  spam?: boolean | undefined;
  since?: number | undefined;
  until?: number | undefined;
  search?: string | undefined;
  /** `position` and `scan` are of applications alone. */
  position?: string | undefined;
  scan?: LeadIndexRow['scan'] | undefined;
  sample?: boolean | undefined;
};

export type ListConditions = {
  facets: readonly Facet[];
  /** Facets that few leads have, or all facets if there are none such: PostgreSQL's index of terms, which does not sort, is asked for these alone. */
  rare: readonly Facet[];
  needles: readonly string[];
  /** Beginnings of words to search for, at least one of them long enough for the index; empty: words are not searched. */
  words: readonly string[];
  /** Whether the facets alone tell what fits, without a look at the rows. */
  isByFacets: boolean;
  /** Whether any condition may match few leads. */
  isSelective: boolean;
  /** A condition for which PostgreSQL has an index by places: an owner, or a state other than new. */
  ordered: RawBuilder<unknown> | undefined;
  /** The range of places that the dates allow; the second is exclusive. */
  places: readonly [first: number, end: number];
  /** SQL condition: whether a row `i` of lead_index in this range matches. */
  fits: RawBuilder<unknown>;
};

/** A condition without a facet is checked row by row. `ordered`: PostgreSQL has an index of the matching rows by their places. */
type Condition = { facet?: Facet; fits: RawBuilder<unknown>; common?: true; ordered?: true };

export function conditionsOf(dialect: Store['dialect'], filter: LeadListFilter): ListConditions {
  const conditions = [
    sectionCondition(filter.section),
    ...viewConditions(filter),
    ...columnConditions(filter),
    ...listedFields.flatMap(({ name }) => fieldConditions(name as FilteredField, filter[name as FilteredField])),
  ];
  const needles = needlesOf(filter.search ?? '');
  const words = wordNeedlesOf(filter.search ?? '');
  const fits = [...conditions.map((condition) => condition.fits), ...searchConditions(dialect, needles, words)];
  const rare = conditions.filter(({ facet, common }) => facet !== undefined && common !== true);
  const isSelective = rare.length + needles.length > 0;
  return {
    facets: facetsOf(conditions),
    rare: facetsOf(isSelective ? rare : conditions),
    needles,
    words,
    isByFacets: conditions.every(({ facet }) => facet !== undefined),
    isSelective,
    ordered: conditions.find((condition) => condition.ordered === true)?.fits,
    places: [placeAt(filter.since ?? 0), filter.until === undefined ? Number.MAX_SAFE_INTEGER : placeAt(filter.until)],
    fits: sql.join(fits, sql` and `),
  };
}

/** A row matches when its text contains all needles, or its words all beginnings of words. */
function searchConditions(dialect: Store['dialect'], needles: readonly string[], words: readonly string[]): RawBuilder<unknown>[] {
  if (needles.length === 0) return [];
  const has = dialect === 'sqlite' ? sql.raw('instr') : sql.raw('strpos');
  const inText = sql.join(
    needles.map((needle) => sql`${has}(i.text, ${needle}) > 0`),
    sql` and `,
  );
  if (words.length === 0) return [inText];
  const inWords = sql.join(
    words.map((word) => sql`${has}(i.words, ${` ${word}`}) > 0`),
    sql` and `,
  );
  return [sql`((${inText}) or (${inWords}))`];
}

function facetsOf(conditions: readonly Condition[]): Facet[] {
  return conditions.flatMap(({ facet }) => (facet === undefined ? [] : [facet]));
}

function sectionCondition(section: LeadSection): Condition {
  const fits = section === 'lead' ? sql`i.kind in ('contact', 'report')` : sql`i.kind = ${section}`;
  return { facet: ['section', section], fits, ...(section === 'lead' ? { common: true } : {}) };
}

function viewConditions({ view, viewer, spam = view === 'spam' }: LeadListFilter): Condition[] {
  const own: Condition[] = [{ facet: ['spam', spam ? '1' : '0'], fits: sql`i.spam = ${spam ? 1 : 0}`, ...(spam ? {} : { common: true }) }];
  if (view === 'new') own.push(...fieldConditions('state', 'new'));
  if (view === 'waiting')
    own.push({
      facet: ['waiting', 'true'],
      fits: sql`i.state = 'new' and (i.verified = 1 or i.kind not in ('contact', 'report'))`,
      common: true,
    });
  if (view === 'mine') own.push(...fieldConditions('owner', viewer ?? ''));
  if (view === 'mine' || view === 'open') {
    const fits = sql`case when i.stage is null then i.state in (${sql.join(openStates)}) else i.stage in (${sql.join(openStages)}) end`;
    own.push({ facet: ['open', 'true'], fits, common: true });
  }
  return own;
}

function columnConditions({
  form,
  caller,
  campaign,
  country,
  position,
  scan,
  verified,
  reached,
  sample,
  ...more
}: LeadListFilter): Condition[] {
  const origins = Object.fromEntries(leadOrigins.map((name) => [name, more[name]])) as Pick<LeadListFilter, LeadOrigin>;
  const texts = { form, caller, campaign, country, position, scan, ...origins } as const;
  const conditions: Condition[] = Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [{ facet: [name as keyof typeof texts, value], fits: sql`${sql.ref(`i.${name}`)} = ${value}` }] : [],
  );
  if (verified !== undefined) {
    const value = verified ? 1 : 0;
    conditions.push({ facet: ['verified', String(value)], fits: sql`i.verified = ${value}`, common: true });
  }
  if (reached !== undefined) conditions.push({ fits: reachedFits(reached) });
  if (sample !== undefined) conditions.push({ fits: sample ? sql`i.sample = 1` : sql`i.sample is null` });
  return conditions;
}

/** Reads the facts that the counts of days are made of (lead-counts.ts). A quote within a JSON text is escaped, so that a value is not taken for a name. */
function reachedFits(step: (typeof reachedSteps)[number]): RawBuilder<unknown> {
  const is = step === 'answered' ? sql`not like '%"answeredAfter":null%'` : sql`like ${`%"${step}":true%`}`;
  return sql`exists (select 1 from lead_counted c where c.lead_id = i.lead_id and c.facts ${is})`;
}

/** Fields for whose values PostgreSQL has an index by places, except for the state `new`. */
const ORDERED: readonly FilteredField[] = ['state', 'owner'];

function fieldConditions(name: FilteredField, value: string | number | null | undefined): Condition[] {
  if (value === undefined) return [];
  const column = sql.ref(`i.${present(listedFields.find((field) => field.name === name)).column}`);
  // Average scores are stored in hundredths, and have no facet.
  if (typeof value === 'number') return [{ fits: sql`${column} >= ${100 * value}` }];
  if (value === null) return [{ facet: [name, ''], fits: sql`${column} is null`, common: true }];
  const how = name === 'state' && value === 'new' ? { common: true as const } : ORDERED.includes(name) ? { ordered: true as const } : {};
  return [{ facet: [name, value], fits: sql`${column} = ${value}`, ...how }];
}
