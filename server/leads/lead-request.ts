import { callerFor, readAbout, type LeadTopic, type NamedAbout } from '../../contract/callers.ts';
import { REPORT_SOURCE, reportWords } from '../../contract/forms/report.ts';
import { requestWords, type RequestWords } from '../../contract/request-words.ts';
import type { LeadRow } from '../store/schema.ts';
import { namedAboutIn } from './lead-columns.ts';

type Asked = Pick<LeadRow, 'kind' | 'caller' | 'about'>;

/** What the sender asked for, in the site's words, and where on the site. Contains nothing that anybody typed. */
export function requestOf(lead: Asked): RequestWords & { source: string } {
  if (lead.kind === 'report') return { ...reportWords, source: REPORT_SOURCE };
  if (lead.kind === 'message') return { ...elsewhere, request: 'Message', source: 'Contact page' };
  if (lead.kind === 'application') return { ...elsewhere, request: 'Application', source: 'Careers or a position' };
  const { asks, source, aboutSource = source } = callerFor(lead.caller);
  const about = aboutOf(lead);
  const { request, confirm, next } = requestWords[asks](about?.name);
  return { request, confirm, next, source: about === undefined ? source : aboutSource };
}

/** Leads from before `about` was stored, or from an older build in a rolling restart, name their topic only in `caller`. */
export function aboutOf({ caller, about }: Pick<LeadRow, 'caller' | 'about'>): (LeadTopic & Partial<NamedAbout>) | undefined {
  return about === null ? readAbout(caller, undefined) : namedAboutIn(about);
}

/** For messages and applications, which people answer without a confirmation link. */
const { confirm, next } = requestWords.question();
const elsewhere = { confirm, next };
