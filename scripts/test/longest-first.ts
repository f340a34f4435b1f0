import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that wait for clusters and killed servers: if they started last, they would run alone at the end. */
const LONGEST = ['chaos', 'mail-outage', 'store-outage', 'crash', 'proxies', 'rolling', 'limits'].map((name) => `/${name}.process.test.ts`);

/** Runs the slowest files first; otherwise uses vitest's order, which is by size without the times of an earlier run. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = LONGEST.findIndex((name) => moduleId.endsWith(name));
      return index === -1 ? LONGEST.length : index;
    };
    // Keeps the files of each project together, because vitest asks for one project after the other.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => sorted.filter((file) => file.project === project).toSorted((a, b) => rank(a) - rank(b)));
  }
}
