import type { HttpContext } from '../http/http-context.ts';
import type { LeadBatchWriter } from './lead-repository.ts';
import type { LeadJob } from './lead-job.ts';
import type { Words } from '../../contract/content-fields.ts';
import type { LeadTopic } from '../../contract/callers.ts';
import type { Form } from '../../contract/forms/form.ts';
import type { PlainForm } from '../../contract/forms/plain-form.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { Tx } from '../store/store.ts';

/** What routes that take or change leads may use. */
export type LeadContext = HttpContext & {
  /** One for each process: it stores leads that arrive together in one transaction. */
  leadWriter: LeadBatchWriter;
  leadJobs: readonly LeadJob[];
  topics: LeadTopics;
  campaigns: LeadCampaigns;
  confirmedTimes: ConfirmedTimes;
  /** The words of a published version of the site's texts; none where there is no such version. Another slice implements it. */
  formWords: (db: Tx, version: number) => Promise<Words>;
};

/** The path at which whoever confirmed a lead right now chooses the time of a meeting; undefined: on no page. Another slice implements it. */
export type ConfirmedTimes = (tx: Tx, lead: LeadRow, now: number) => Promise<{ path: string; token: string } | undefined>;

/** The forms of campaign pages. Another slice implements it. */
export type LeadCampaigns = {
  /** @param asked the version of the page that the sender saw, where known */
  form: (db: Tx, caller: string, asked: number | undefined) => Promise<Form | undefined>;
  /** @param words what staff published of the site's texts */
  plainForm: (db: Tx, caller: string, words: Words) => Promise<PlainForm | undefined>;
};

/** What a lead may be about, such as a paper. Another slice implements it, and the code that composes the server passes it in. */
export type LeadTopics = {
  name: (db: Tx, about: LeadTopic) => Promise<string | undefined>;
  findPaper: (db: Tx, id: string) => Promise<{ name: string; size: number; read: () => Promise<Uint8Array> } | undefined>;
};
