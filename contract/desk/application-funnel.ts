import * as v from 'valibot';

/** Stages that an application goes through on its way to a job, in their order. */
export const funnelSteps = ['screening', 'interview', 'offer', 'hired'] as const;

export const funnelGroups = ['position', 'source'] as const;
export type FunnelGroup = (typeof funnelGroups)[number];

/** Days that the funnel looks back. */
export const funnelDays = [30, 90, 365] as const;

const count = v.number();

const counts = v.object({
  /** The position or source; empty: a spontaneous application, or a source that nobody knows. */
  label: v.string(),
  received: count,
  screening: count,
  interview: count,
  offer: count,
  hired: count,
  /** At an open stage now. */
  open: count,
  rejected: count,
});

export const applicationFunnelSchema = v.object({
  all: counts,
  groups: v.array(counts),
  leftOut: v.pipe(count, v.description('Groups with fewer applications, which are only in the sum')),
});

export type ApplicationFunnel = v.InferOutput<typeof applicationFunnelSchema>;
