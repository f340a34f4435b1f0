export type AskedRemoval = { at: number; by: string; reason: string };

/** What can be taken off the site, and who asked for it already. Both functions run in the transaction that decides. */
export type Removable = {
  asked: AskedRemoval | undefined;
  /** Stores a request, for a second person to decide; undefined drops the stored one. */
  ask: (asked: AskedRemoval | undefined) => Promise<void>;
  remove: (by: { account: string; at: number; reason: string | null }) => Promise<void>;
};

export type Remover = {
  account: string;
  at: number;
  fourEyes: boolean;
  record: (detail: { outcome?: string; reason?: string }) => Promise<void>;
};

export type RemovalRequest = {
  reason: string | undefined;
  /** Decides the stored request: `approve` takes the thing off, `keep` drops the request. Undefined: this is a new request. */
  decision: 'approve' | 'keep' | undefined;
};

export type RemovalOutcome = 'removed' | 'asked' | 'kept' | 'nothing asked' | 'own request' | 'asked already';

/** Takes something off the site. With four eyes one person asks for it, and another one decides; whoever asked may only drop it. */
export async function decideRemoval(
  { asked, ask, remove }: Removable,
  { account, at, fourEyes, record }: Remover,
  { reason, decision }: RemovalRequest,
): Promise<RemovalOutcome> {
  if (decision !== undefined && asked === undefined) return 'nothing asked';
  if (decision === 'keep') {
    await ask(undefined);
    await record({ outcome: 'kept' });
    return 'kept';
  }
  if (decision === 'approve' && asked?.by === account) {
    await record({ outcome: 'own request' });
    return 'own request';
  }
  if (fourEyes && decision === undefined) {
    if (asked !== undefined && asked.by !== account) return 'asked already';
    await ask({ at, by: account, reason: reason ?? '' });
    await record({ outcome: 'asked', ...(reason !== undefined && { reason }) });
    return 'asked';
  }
  const why = reason ?? asked?.reason;
  await remove({ account, at, reason: why ?? null });
  await record(why === undefined ? {} : { reason: why });
  return 'removed';
}
