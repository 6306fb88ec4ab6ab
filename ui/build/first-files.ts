/**
 * Puts what is needed at once into few files, because many small files compress worse: one for the page, one for what
 * runs ahead of it, one for the client code that the setup page shares, and one for each place.
 */
import type { ModulePreloadOptions, Rolldown } from 'vite'

type Graph = Parameters<Rolldown.CodeSplittingNameFunction>[1]

export const firstFiles: Rolldown.CodeSplittingGroup = {
  debugName: 'first files',
  tags: ['$initial'],
  includeDependenciesRecursively: false,
  // A document and its entry script wait for the rest and stay as they are.
  name: (id, graph) => (isBeginning(id, graph) ? null : fileFor(documentsOf(id, graph))),
}

const ofDocument = /^assets\/(page|ahead|asking|rolldown-runtime)-/

/** Returns the files that a part of the page needs, without those that its document has loaded already. */
export const resolveDependencies: ModulePreloadOptions['resolveDependencies'] = (_file, needed, { hostType }) =>
  hostType === 'html' ? needed : needed.filter((file) => !ofDocument.test(file))

const isDocument = (id: string): boolean => id.endsWith('.html')

function isBeginning(id: string, graph: Graph): boolean {
  const { isEntry = false, importers = [] } = graph.getModuleInfo(id) ?? {}
  return isEntry || importers.some(isDocument)
}

function fileFor(roots: ReadonlySet<string>): string | null {
  const has = (name: string) => [...roots].some((root) => root.endsWith(name))
  if (has('/ui/ahead.ts') && !has('/ui/setup/index.html')) return 'ahead'
  if (roots.size > 1) return 'asking'
  return has('/ui/index.html') ? 'page' : null
}

const documentsOf = (id: string, graph: Graph): ReadonlySet<string> =>
  new Set([...rootsOf(id, graph)].filter((root) => graph.getModuleInfo(root)?.isEntry))

/** The files that the parts of a place need besides the page, and what every page loads once it is there. */
export const placeFiles: Rolldown.CodeSplittingGroup = {
  debugName: 'places',
  includeDependenciesRecursively: false,
  name: (id, graph) => placeOf(id, graph) ?? afterwardsFor(id, graph),
}

/** Virtual lists, and queries of several pages. */
const ofLists = /[/]@tanstack[/].*(virtual|[iI]nfinite)/

function placeOf(id: string, graph: Graph): string | null {
  if (ofLists.test(id)) return 'lists'
  return isOfDocument(id, graph) ? null : placeFor([...rootsOf(id, graph)])
}

/** Pages of the administration that need the same are one place. */
const fewSharers = 3

function placeFor(roots: readonly string[]): string | null {
  const has = (name: string) => roots.some((root) => root.endsWith(name))
  const others = roots.filter((root) => /Page\.tsx$/.test(root) && !root.endsWith('/MessagesPage.tsx'))
  const [isOfMessages, isOfConversation] = [has('/MessagesPage.tsx'), has('/ConversationView.tsx')]
  const isOfAdministration = has('/AdministrationLayout.tsx') || others.length >= fewSharers
  if ((isOfMessages || isOfConversation) && (isOfAdministration || others.length > 0)) return 'both'
  if (isOfMessages) return 'messages'
  if (isOfConversation) return 'conversation'
  return isOfAdministration ? 'administration' : null
}

/**
 * Returns the file for what the parts that every page loads once it is there share with others: each small file of its
 * own is a request of every page. What the settings need is apart from what they do not.
 */
function afterwardsFor(id: string, graph: Graph): string | null {
  const roots = [...rootsOf(id, graph)]
  const has = (name: string) => roots.some((root) => root.endsWith(name))
  const isShared = roots.length > 1 && (has('/LaterParts.tsx') || has('/RelayPage.tsx'))
  if (!isShared || isOfDocument(id, graph) || !standsAlone(id, graph)) return null
  return has('/SettingsPage.tsx') ? 'sections' : 'afterwards'
}

/** Whether it needs nothing of a place but of the administration, which every page loads as well. */
function standsAlone(id: string, graph: Graph): boolean {
  const needed = graph.getModuleInfo(id)?.importedIds ?? []
  return needed.every((one) => {
    const place = placeOf(one, graph)
    return (
      isOfDocument(one, graph) || place === 'administration' || (place === null && afterwardsFor(one, graph) !== null)
    )
  })
}

const isOfDocument = (id: string, graph: Graph): boolean => documentsOf(id, graph).size > 0

/** Returns the documents and parts that load a module before they run, however many files lie between. */
function rootsOf(id: string, graph: Graph, seen = new Set<string>()): ReadonlySet<string> {
  const { importers = [], dynamicImporters = [], isEntry = false } = graph.getModuleInfo(id) ?? {}
  seen.add(id)
  const above = importers.filter((one) => !seen.has(one)).flatMap((one) => [...rootsOf(one, graph, seen)])
  return new Set(isEntry || dynamicImporters.length > 0 ? [id, ...above] : above)
}
