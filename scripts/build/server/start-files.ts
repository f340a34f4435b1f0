import { resolve } from 'node:path';

type Graph = { getModuleInfo: (id: string) => { isEntry: boolean; importedIds: readonly string[] } | null };

/**
 * Names the file that each module goes into by the programs that need it to start: modules that the same programs need share a file, and no program
 * loads what it does not need. Rolldown's own grouping also counts later imports, and makes more files: a start read 115 in place of 21.
 * @param programs paths of the entries below the root, by their names
 */
export function startFiles(programs: Readonly<Record<string, string>>): (id: string, graph: Graph) => string | null {
  let names: ReadonlyMap<string, string> | undefined;
  return (id, graph) => {
    names ??= namesOf(programs, graph);
    // Entries keep their own files: they find other files by paths relative to these.
    return graph.getModuleInfo(id)?.isEntry === true ? null : (names.get(id) ?? null);
  };
}

function namesOf(programs: Readonly<Record<string, string>>, graph: Graph): ReadonlyMap<string, string> {
  const needing = new Map<string, string[]>();
  for (const [name, path] of Object.entries(programs)) {
    const seen = new Set([resolve(import.meta.dirname, '../../..', path)]);
    for (const id of seen) {
      needing.set(id, [...(needing.get(id) ?? []), name]);
      for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) seen.add(imported);
    }
  }
  return new Map([...needing].map(([id, some]) => [id, some.join('-')]));
}
