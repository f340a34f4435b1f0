import { join } from 'node:path';
import { root } from '../../setup/root.mjs';

type Graph = { getModuleInfo: (id: string) => { isEntry: boolean; importedIds: readonly string[] } | null };

/**
 * Names the file that each module goes into by the programs that need it to start: what the same ones need is one file, and none loads what it does
 * not need. By itself Rolldown gives a file to each set of modules that are ever loaded together, later as well: a start read 115 files in place of 21.
 * @param programs paths of the entries below the root, by their names
 */
export function startFiles(programs: Readonly<Record<string, string>>): (id: string, graph: Graph) => string | null {
  let names: ReadonlyMap<string, string> | undefined;
  return (id, graph) => {
    names ??= namesOf(programs, graph);
    // Entries keep their places: they find their surroundings from there.
    return graph.getModuleInfo(id)?.isEntry === true ? null : (names.get(id) ?? null);
  };
}

function namesOf(programs: Readonly<Record<string, string>>, graph: Graph): ReadonlyMap<string, string> {
  const needing = new Map<string, string[]>();
  for (const [name, path] of Object.entries(programs)) {
    const seen = new Set([join(root, path)]);
    for (const id of seen) {
      needing.set(id, [...(needing.get(id) ?? []), name]);
      for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) seen.add(imported);
    }
  }
  return new Map([...needing].map(([id, some]) => [id, some.join('-')]));
}
