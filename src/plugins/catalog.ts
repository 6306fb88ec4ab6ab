/**
 * Catalogues the plugins on disk, and remembers what each plugin declared, so that a start needs to run none of them.
 */
import { existsSync, lstatSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Tier } from '../plugin-api/index.ts'
import { writeAtomically } from '../store/atomic-file.ts'
import { prepareFolder, readOwned } from '../store/owned-file.ts'
import { cachesFolder, pluginCache } from './cache-folders.ts'
import { type DescribeDeps, type Description, describe } from './describe.ts'
import { type Candidate, findBundled, findCandidates, type PluginFolders } from './discover.ts'
import type { Manifest } from './plugin-contract.ts'

/** A plugin that fulfils the contract, or did before its files changed. */
export interface Plugin {
  manifest: Manifest
  candidate: Candidate
  cacheDir: string
  /** Why the plugin cannot run with its current files. */
  violation: string | null
}

/** A folder or package that lies where plugins lie but never fulfilled the contract. */
export interface Misfit {
  /** Derived from its label and unique among all plugins and misfits, because records are kept by name. */
  name: string
  candidate: Candidate
  /** Null where its class declares no known tier. */
  tier: Tier | null
  violation: string
}

/** The remembered facts about a candidate. */
export interface Entry {
  candidate: Candidate
  manifest: Manifest | null
  violation: string | null
  /**
   * Whether the description holds until the files change. Otherwise the plugin is described again after a pause, and at
   * the next start.
   */
  lasting: boolean
}

export interface CatalogDeps extends DescribeDeps {
  /** Names of plugins that have no files of their own. */
  reserved: ReadonlySet<string>
}

const describeAgainMs = 60_000

export const catalogFile = (serviceDir: string): string => join(cachesFolder(serviceDir), 'catalog.json')

/** Bundled plugins change with the release, so they are looked for more rarely than those that people write and install. */
const bundledAgainMs = 60_000

export class Catalog {
  readonly #folders: PluginFolders
  readonly #deps: CatalogDeps
  readonly #file: string
  /** When each plugin was last described, by entry file. */
  readonly #describedAtMs = new Map<string, number>()
  #entries: Entry[]
  #plugins: Plugin[] = []
  #misfits: Misfit[] = []
  #refreshing: Promise<void> | undefined
  #bundled: { candidates: readonly Candidate[]; atMs: number } | undefined

  constructor(folders: PluginFolders, deps: CatalogDeps) {
    this.#folders = folders
    this.#deps = deps
    this.#file = catalogFile(folders.serviceDir)
    this.#entries = readEntries(this.#file)
    this.#sort()
  }

  /** Sorted by tier, then by name. */
  get plugins(): readonly Plugin[] {
    return this.#plugins
  }

  get misfits(): readonly Misfit[] {
    return this.#misfits
  }

  /** Scans the disk again and describes the plugins that are new or changed. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#scan().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  async #scan(): Promise<void> {
    const known = new Map(this.#entries.map((entry) => [entry.candidate.entry, entry]))
    const seen: Entry[] = []
    let isChanged = false
    for (const candidate of await findCandidates(this.#folders, await this.#bundledOnes())) {
      const before = known.get(candidate.entry)
      const holds = before?.candidate.fingerprint === candidate.fingerprint && !this.#mayHavePassed(before)
      if (holds) seen.push({ ...before, candidate })
      else seen.push(update(candidate, before, await this.#describe(candidate)))
      isChanged ||= !holds
    }
    isChanged ||= seen.length !== this.#entries.length
    this.#entries = seen
    this.#sort()
    if (isChanged) writeEntries(this.#file, seen)
  }

  async #bundledOnes(): Promise<readonly Candidate[]> {
    const nowMs = this.#deps.clock.monotonicMs()
    if (this.#bundled === undefined || nowMs - this.#bundled.atMs >= bundledAgainMs)
      this.#bundled = { candidates: await findBundled(this.#folders.bundledDir), atMs: nowMs }
    return this.#bundled.candidates
  }

  #describe(candidate: Candidate): Promise<Description> {
    this.#describedAtMs.set(candidate.entry, this.#deps.clock.monotonicMs())
    return describe(candidate, this.#cacheDirOf(candidate), this.#deps)
  }

  /** Whether the problem for which a plugin could not be described may be over. */
  #mayHavePassed({ candidate, lasting }: Entry): boolean {
    if (lasting) return false
    const describedAtMs = this.#describedAtMs.get(candidate.entry) ?? 0
    return this.#deps.clock.monotonicMs() - describedAtMs >= describeAgainMs
  }

  /** Separates the plugins from the misfits. */
  #sort(): void {
    const { reserved } = this.#deps
    const named = new Map<string, Plugin>()
    const unfit: Omit<Misfit, 'name'>[] = []
    for (const { candidate, manifest, violation } of this.#entries) {
      if (manifest === null) unfit.push({ candidate, tier: null, violation: violation ?? 'it says nothing' })
      else if (named.has(manifest.name) || reserved.has(manifest.name))
        unfit.push({ candidate, tier: manifest.tier, violation: `the name ${manifest.name} is taken` })
      else named.set(manifest.name, { manifest, candidate, violation, cacheDir: this.#cacheDirOf(candidate) })
    }
    this.#plugins = [...named.values()].sort(inTierOrder)
    this.#misfits = withNames(unfit, new Set([...named.keys(), ...reserved]))
  }

  #cacheDirOf({ entry }: Candidate): string {
    return pluginCache(this.#folders.serviceDir, entry)
  }
}

const tierOrder: Record<Tier, number> = { core: 0, official: 1, notify: 2 }
/** Names are of Latin letters, and no two are the same, so that comparing them needs no rules of a language: three megabytes. */
const inTierOrder = (a: Plugin, b: Plugin): number =>
  tierOrder[a.manifest.tier] - tierOrder[b.manifest.tier] || (a.manifest.name < b.manifest.name ? -1 : 1)

function withNames(unfit: readonly Omit<Misfit, 'name'>[], taken: Set<string>): Misfit[] {
  return unfit.map((misfit) => {
    const label = misfit.candidate.label.toLowerCase().replace(/[^a-z0-9]+/g, '_')
    let name = label
    for (let count = 2; taken.has(name); count++) name = `${label}_${count}`
    taken.add(name)
    return { ...misfit, name }
  })
}

/**
 * A plugin that was valid before keeps its manifest: messages continue to be queued for it until its files are
 * repaired.
 */
function update(candidate: Candidate, before: Entry | undefined, description: Description): Entry {
  if ('manifest' in description) return { candidate, manifest: description.manifest, violation: null, lasting: true }
  return { candidate, manifest: before?.manifest ?? null, ...description }
}

function readEntries(file: string): Entry[] {
  try {
    const entries = JSON.parse(String(readOwned(file))) as Entry[]
    return entries.filter(({ candidate, manifest }) => existsSync(candidate.entry) && isWhole(manifest))
  } catch {
    // The file is missing or corrupt. It only saves us from describing the plugins again.
    return []
  }
}

/** Rejects entries of an earlier release, which lack the plugin's network declaration or its page. */
const isWhole = (manifest: Manifest | null): boolean =>
  manifest === null || (Array.isArray(manifest.network) && manifest.page !== undefined)

export function writeEntries(file: string, entries: readonly Entry[]): void {
  const remembered = entries.filter(({ manifest, lasting }) => lasting || manifest !== null).map(forTheNextStart)
  prepareFolder(dirname(file))
  // A rename cannot replace a folder with a file, and this cache can be rebuilt.
  if (lstatSync(file, { throwIfNoEntry: false })?.isDirectory()) rmSync(file, { recursive: true })
  writeAtomically(file, JSON.stringify(remembered))
}

const forTheNextStart = (entry: Entry): Entry =>
  entry.lasting ? entry : { ...entry, candidate: { ...entry.candidate, fingerprint: '' } }
