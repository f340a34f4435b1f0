import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Whose tests wait for clusters and servers that are killed: begun last, each would go on by itself while nothing else is left to do. */
const LONGEST = ['chaos', 'mail-outage', 'store-outage', 'crash', 'proxies', 'rolling', 'limits'].map((name) => `/${name}.process.test.ts`);

/** vitest's order, by size where it has no times of an earlier run, but the files that take longest first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = LONGEST.findIndex((name) => moduleId.endsWith(name));
      return index === -1 ? LONGEST.length : index;
    };
    // vitest asks for the files of a project one after the other.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => sorted.filter((file) => file.project === project).toSorted((a, b) => rank(a) - rank(b)));
  }
}
