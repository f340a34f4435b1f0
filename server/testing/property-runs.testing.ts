/** How often a property is tried: as often as its test says, times PROPERTY_RUNS of the environment, for a night. */
export function propertyRuns(usual: number): { numRuns: number } {
  return { numRuns: usual * Number(process.env['PROPERTY_RUNS'] ?? 1) };
}
