/** Jobs remembered for a resource. Beyond this the oldest are forgotten, and may begin an outage once more. */
const MOST = 10_000;

export type LoneFailures = ReturnType<typeof createLoneFailures>;

/**
 * Which jobs of this process failed of a resource, and whether it has worked for others since: then the next such failure is the job's own, and no
 * outage. Otherwise a mail to one address, at which a server always hangs up, would stop all others with each of its tries.
 */
export function createLoneFailures() {
  const resources = new Map<string, { uses: number; failures: Map<string, number> }>();
  const of = (resource: string) => {
    const known = resources.get(resource) ?? { uses: 0, failures: new Map<string, number>() };
    resources.set(resource, known);
    return known;
  };
  return {
    worked: (resource: string, job: string): void => {
      const known = of(resource);
      known.uses += 1;
      known.failures.delete(job);
    },
    failed: (resource: string, job: string): void => {
      const { uses, failures } = of(resource);
      failures.delete(job);
      failures.set(job, uses);
      const [oldest] = failures.keys();
      if (failures.size > MOST && oldest !== undefined) failures.delete(oldest);
    },
    hasWorkedSince: (resource: string, job: string): boolean => {
      const { uses, failures } = of(resource);
      return (failures.get(job) ?? uses) < uses;
    },
  };
}
