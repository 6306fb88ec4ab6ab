/**
 * Puts what is needed at once into few files, because many small files compress worse: one for the page, and one for
 * the client code that the setup page shares.
 */
import type { Rolldown } from 'vite'

type Graph = Parameters<Rolldown.CodeSplittingNameFunction>[1]

export const firstFiles: Rolldown.CodeSplittingGroup = {
  debugName: 'first files',
  tags: ['$initial'],
  // A document and its entry script wait for the rest and stay as they are.
  name: (id, graph) => (isBeginning(id, graph) ? null : fileFor(documentsOf(id, graph))),
}

function isBeginning(id: string, graph: Graph): boolean {
  const { isEntry = false, importers = [] } = graph.getModuleInfo(id) ?? {}
  return isEntry || importers.some((importer) => graph.getModuleInfo(importer)?.isEntry === true)
}

function fileFor(documents: ReadonlySet<string>): string | null {
  if (documents.size > 1) return 'asking'
  return [...documents][0]?.endsWith('/ui/index.html') ? 'page' : null
}

/** Returns the documents that load a module before they run, however many files lie between. */
function documentsOf(id: string, graph: Graph, seen = new Set<string>()): ReadonlySet<string> {
  const { importers = [], isEntry = false } = graph.getModuleInfo(id) ?? {}
  seen.add(id)
  const above = importers.filter((one) => !seen.has(one)).flatMap((one) => [...documentsOf(one, graph, seen)])
  return new Set(isEntry ? [id, ...above] : above)
}
