import { sql } from 'kysely';
import { funnelSteps, type ApplicationFunnel, type FunnelGroup } from '../../contract/desk/application-funnel.ts';
import { openStages, type ApplicationStage } from '../../contract/desk/application-stages.ts';
import { createSlices } from '../kernel/slices.ts';
import { jsonObject } from '../store/json-column.ts';
import type { Tx } from '../store/store.ts';
import { readable } from '../leads/lead-columns.ts';
import { placeAt } from '../work/index/lead-index.ts';
import { applicationSourceOf } from './application-source.ts';

type Asked = { by: FunnelGroup; since: number };
type Counts = ApplicationFunnel['groups'][number];

/** Applications that are read at once. */
const PAGE = 500;
/** Most groups of the answer; of the others it has only the number (`leftOut`). */
const MOST = 40;

/**
 * How far the applications since a time came, by position or source. Every stage that an application was ever in counts, also if it was rejected
 * later. Suspected spam is left out.
 */
export async function readFunnel(db: Tx, { by, since }: Asked): Promise<ApplicationFunnel> {
  const groups = new Map<string, Counts>();
  const all = emptyCounts('');
  const slice = createSlices();
  for await (const { position, stage, reached, attribution } of applicationsSince(db, since)) {
    await slice();
    const label = by === 'position' ? position : applicationSourceOf({ attribution });
    const group = groups.get(label) ?? emptyCounts(label);
    groups.set(label, group);
    for (const counts of [group, all]) count(counts, stage, reached);
  }
  const sorted = [...groups.values()].toSorted((one, other) => other.received - one.received || (one.label < other.label ? -1 : 1));
  return { all, groups: sorted.slice(0, MOST), leftOut: Math.max(0, sorted.length - MOST) };
}

function emptyCounts(label: string): Counts {
  return { label, received: 0, screening: 0, interview: 0, offer: 0, hired: 0, open: 0, rejected: 0 };
}

function count(counts: Counts, stage: ApplicationStage, reached: number): void {
  counts.received += 1;
  // Counts for all steps before the furthest, too: who was offered a job was interviewed, whether or not somebody set that stage.
  for (const step of funnelSteps.slice(0, reached + 1)) counts[step] += 1;
  if (openStages.includes(stage)) counts.open += 1;
  if (stage === 'rejected') counts.rejected += 1;
}

type Row = { pos: number; id: string; position: string; stage: ApplicationStage; attribution: string };

/** `reached`: the index of the furthest step, -1 for none. */
async function* applicationsSince(db: Tx, since: number): AsyncGenerator<Row & { reached: number }> {
  for (let from = placeAt(since); ;) {
    const { rows } = await sql<Row>`select i.pos, i.lead_id as id, i.position, i.stage, l.attribution
      from lead_index i join leads l on l.id = i.lead_id
      where i.kind = 'application' and i.spam = 0 and i.stage is not null and i.pos >= ${from} order by i.pos limit ${PAGE}`.execute(db);
    const reached = await readReached(
      db,
      rows.map(({ id }) => id),
    );
    for (const row of rows) {
      const steps = [stepOf(row.stage), ...(reached.get(row.id) ?? [])];
      const { attribution } = readable({ answers: '{}', attribution: row.attribution });
      yield { ...row, attribution, reached: Math.max(...steps) };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    from = last.pos + 1;
  }
}

/** The steps that applications were in, by their histories. */
async function readReached(db: Tx, ids: readonly string[]): Promise<Map<string, number[]>> {
  if (ids.length === 0) return new Map();
  const events = db.selectFrom('lead_events').select(['lead_id', 'detail']).where('kind', '=', 'stage changed').where('lead_id', 'in', ids);
  const entries = (await events.execute()).map(({ lead_id: id, detail }) => [id, stepOf(jsonObject(detail)['to'])] as const);
  return new Map([...Map.groupBy(entries, ([id]) => id)].map(([id, own]) => [id, own.map(([, step]) => step)]));
}

function stepOf(stage: unknown): number {
  return funnelSteps.findIndex((step) => step === stage);
}
