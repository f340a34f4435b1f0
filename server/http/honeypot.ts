/**
 * The reason why a submission seems to come from a program: the hidden field was filled, or the form was sent faster than a person can fill it.
 * Bodies without these fields are not suspected.
 */
export function suspicion(body: Readonly<Record<string, unknown>>, minFillMs: number): string | undefined {
  const hidden = body.website;
  if (hidden !== undefined && hidden !== null && hidden !== '') return 'a field that no person sees was filled';
  const elapsed = typeof body.elapsed === 'string' ? Number.parseFloat(body.elapsed) : body.elapsed;
  if (typeof elapsed === 'number' && elapsed < minFillMs) return 'it was sent faster than a person can fill it';
  return undefined;
}
