import type { Registry } from 'prom-client';
import { leadOutcomes, observations, refusalReasons } from '../kernel/observations.ts';
import { openTo, pots } from '../store/shares/pots.ts';

export type Prometheus = typeof import('prom-client');

/** Upper bounds of the histograms' buckets, in seconds. */
const QUICK = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const SLOW = [0.01, 0.05, 0.25, 1, 5, 15, 60, 120];

/**
 * Counts what the parts of the server report about their work. The values of every label are few and known beforehand: patterns of routes, types of forms,
 * names of jobs, mails and limits.
 */
export function createSiteMetrics(prometheus: Prometheus, formTypes: readonly string[]): { registry: Registry; stop(): void } {
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  const ends = [...countRequests(prometheus, registry), ...countLeads(prometheus, registry, formTypes), ...countWork(prometheus, registry)];
  return {
    registry,
    stop: () => {
      for (const end of ends) end();
    },
  };
}

function countRequests({ Counter, Histogram }: Prometheus, registry: Registry): (() => void)[] {
  const registers = [registry];
  const requests = new Histogram({
    name: 'cognitive_http_request_seconds',
    help: 'Time from a request’s headers to the last byte of its answer, by method, route and class of status.',
    labelNames: ['method', 'route', 'status'],
    buckets: QUICK,
    registers,
  });
  const refusals = new Counter({
    name: 'cognitive_refusals_total',
    help: 'Requests and connections that were refused before a route had its say, by reason. Nobody else is told of many of them.',
    labelNames: ['reason'],
    registers,
  });
  const limited = new Counter({
    name: 'cognitive_rate_limited_total',
    help: 'Requests that were one too many for their client, by the limit’s name.',
    labelNames: ['limit'],
    registers,
  });
  for (const reason of refusalReasons) refusals.inc({ reason }, 0);
  return [
    observations.answer.listen(({ method, route, status, seconds }) =>
      requests.observe({ method: METHODS.has(method) ? method : 'other', route, status: `${Math.floor(status / 100)}xx` }, seconds),
    ),
    observations.refusal.listen((reason) => refusals.inc({ reason })),
    observations.rateLimited.listen((limit) => limited.inc({ limit })),
  ];
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

function countLeads({ Counter }: Prometheus, registry: Registry, formTypes: readonly string[]): (() => void)[] {
  const leads = new Counter({
    name: 'cognitive_leads_total',
    help: 'Forms that were sent, by the form’s type and what came of them.',
    labelNames: ['form', 'outcome'],
    registers: [registry],
  });
  const consents = new Counter({
    name: 'cognitive_cookie_consents_total',
    help: 'Optional cookies that visitors agreed to, or withdrew, as recorded.',
    labelNames: ['purpose', 'action'],
    registers: [registry],
  });
  const shares = new Counter({
    name: 'cognitive_share_uses_total',
    help: 'Uses of what everybody has in common, by what it is and by how much of their share somebody has had (slow: all of it).',
    labelNames: ['pot', 'lane'],
    registers: [registry],
  });
  for (const form of formTypes) for (const outcome of leadOutcomes) leads.inc({ form, outcome }, 0);
  for (const pot of Object.keys(pots)) for (const lane of Object.keys(openTo)) shares.inc({ pot, lane }, 0);
  return [
    observations.share.listen((use) => shares.inc(use)),
    observations.lead.listen((lead) => leads.inc(lead)),
    observations.cookieConsent.listen((consent) => consents.inc(consent)),
  ];
}

function countWork({ Counter, Histogram }: Prometheus, registry: Registry): (() => void)[] {
  const registers = [registry];
  const runs = new Histogram({
    name: 'cognitive_job_run_seconds',
    help: 'Time that a job ran, by its name and the state it ended in (ready: it will be tried again).',
    labelNames: ['name', 'state'],
    buckets: SLOW,
    registers,
  });
  const takeovers = new Counter({
    name: 'cognitive_jobs_taken_over_total',
    help: 'Jobs that were begun again because the worker that had them was gone: it was killed, or hung.',
    registers,
  });
  const mails = new Counter({
    name: 'cognitive_mails_total',
    help: 'Attempts to send a mail, by the mail’s kind and what came of it.',
    labelNames: ['mail', 'outcome'],
    registers,
  });
  const bounces = new Counter({
    name: 'cognitive_bounces_total',
    help: 'Mails that came back (hard: for good), or that their readers called spam, as the provider reports them.',
    labelNames: ['kind'],
    registers,
  });
  const calls = new Histogram({
    name: 'cognitive_store_seconds',
    help: 'Time that the store took, for a single statement or for a whole transaction.',
    labelNames: ['call'],
    buckets: QUICK,
    registers,
  });
  const failures = new Counter({
    name: 'cognitive_store_failures_total',
    help: 'Statements and transactions of the store that failed.',
    labelNames: ['call'],
    registers,
  });
  for (const call of ['query', 'transaction']) failures.inc({ call }, 0);
  return [
    observations.jobRun.listen(({ job, status, seconds }) => runs.observe({ name: job, state: status }, seconds)),
    observations.takeover.listen((jobs) => takeovers.inc(jobs)),
    observations.bounce.listen((kind) => bounces.inc({ kind })),
    observations.mail.listen((mail) => mails.inc(mail)),
    observations.storeCall.listen(({ call, failed, seconds }) => {
      calls.observe({ call }, seconds);
      if (failed) failures.inc({ call });
    }),
  ];
}
