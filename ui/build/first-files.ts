/** What is needed at once comes in few files, because many pack worse: one of the page, and one of what the first steps ask with, too. */
import type { Rolldown } from 'vite'

type Graph = Parameters<Rolldown.CodeSplittingNameFunction>[1]

export const firstFiles: Rolldown.CodeSplittingGroup = {
  debugName: 'first files',
  tags: ['$initial'],
  // A document and the script that it names wait for the rest, and stay what they are.
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

/** Those that load it before they run, however many files lie between. */
function documentsOf(id: string, graph: Graph, seen = new Set<string>()): ReadonlySet<string> {
  const { importers = [], isEntry = false } = graph.getModuleInfo(id) ?? {}
  seen.add(id)
  const above = importers.filter((one) => !seen.has(one)).flatMap((one) => [...documentsOf(one, graph, seen)])
  return new Set(isEntry ? [id, ...above] : above)
}
