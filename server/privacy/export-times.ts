/** A time as ISO 8601 in UTC. @param at milliseconds since the epoch */
export function iso(at: number): string {
  return new Date(at).toISOString();
}

export function isoOrNull(at: number | null): string | null {
  return at === null ? null : iso(at);
}
