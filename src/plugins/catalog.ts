/** The plugins there are: what each said of itself, remembered on disk so that a start needs to ask none of them. */
import { existsSync, lstatSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Tier } from '../plugin-api/index.ts'
import { writeAtomically } from '../store/atomic-file.ts'
import { prepareFolder, readOwned } from '../store/owned-file.ts'
import { cachesFolder, pluginCache } from './cache-folders.ts'
import { type DescribeDeps, type Description, describe } from './describe.ts'
import { type Candidate, findCandidates, type PluginFolders } from './discover.ts'
import type { Manifest } from './plugin-contract.ts'

/** A plugin that fulfils the contract, or did before its files changed. */
export interface Plugin {
  manifest: Manifest
  candidate: Candidate
  cacheDir: string
  /** Why it cannot run as its files are now. */
  violation: string | null
}

/** Something that lies where plugins lie and never fulfilled the contract. */
export interface Misfit {
  /** Made of its label, and of no plugin or other misfit: records are kept by name. */
  name: string
  candidate: Candidate
  /** Null where its class says none that is known. */
  tier: Tier | null
  violation: string
}

export interface Catalog {
  /** In tier order, then by name. */
  plugins(): readonly Plugin[]
  misfits(): readonly Misfit[]
  /** Looks at the disk again and asks whoever is new or changed. */
  refresh(): Promise<void>
}

interface Entry {
  candidate: Candidate
  manifest: Manifest | null
  violation: string | null
  /** Whether the answer holds until the files change; otherwise it is asked for again after a pause, and at the next start. */
  lasting: boolean
}

export interface CatalogDeps extends DescribeDeps {
  /** Names of plugins that have no files of their own. */
  reserved: ReadonlySet<string>
}

const askAgainMs = 60_000

export function createCatalog(folders: PluginFolders, deps: CatalogDeps): Catalog {
  const file = join(cachesFolder(folders.serviceDir), 'catalog.json')
  const cacheDirOf = ({ entry }: Candidate) => pluginCache(folders.serviceDir, entry)
  /** When each was last asked what it is. */
  const askedAtMs = new Map<string, number>()
  let entries = readEntries(file)
  let plugins: Plugin[] = []
  let misfits: Misfit[] = []
  let refreshing: Promise<void> | undefined

  const sort = (): void => {
    const named = new Map<string, Plugin>()
    const unfit: Omit<Misfit, 'name'>[] = []
    for (const { candidate, manifest, violation } of entries) {
      if (manifest === null) unfit.push({ candidate, tier: null, violation: violation ?? 'it says nothing' })
      else if (named.has(manifest.name) || deps.reserved.has(manifest.name))
        unfit.push({ candidate, tier: manifest.tier, violation: `the name ${manifest.name} is taken` })
      else named.set(manifest.name, { manifest, candidate, violation, cacheDir: cacheDirOf(candidate) })
    }
    plugins = [...named.values()].sort(inTierOrder)
    misfits = withNames(unfit, new Set([...named.keys(), ...deps.reserved]))
  }

  const ask = (candidate: Candidate): Promise<Description> => {
    askedAtMs.set(candidate.entry, deps.clock.monotonicMs())
    return describe(candidate, cacheDirOf(candidate), deps)
  }

  const mayHavePassed = ({ candidate, lasting }: Entry): boolean =>
    !lasting && deps.clock.monotonicMs() - (askedAtMs.get(candidate.entry) ?? 0) >= askAgainMs

  const look = async (): Promise<void> => {
    const known = new Map(entries.map((entry) => [entry.candidate.entry, entry]))
    const seen: Entry[] = []
    let changed = false
    for (const candidate of await findCandidates(folders)) {
      const before = known.get(candidate.entry)
      const holds = before?.candidate.fingerprint === candidate.fingerprint && !mayHavePassed(before)
      if (holds) seen.push({ ...before, candidate })
      else seen.push(update(candidate, before, await ask(candidate)))
      changed ||= !holds
    }
    changed ||= seen.length !== entries.length
    entries = seen
    sort()
    if (changed) writeEntries(file, entries)
  }

  sort()
  return {
    plugins: () => plugins,
    misfits: () => misfits,
    refresh() {
      refreshing ??= look().finally(() => {
        refreshing = undefined
      })
      return refreshing
    },
  }
}

const tierOrder: Record<Tier, number> = { core: 0, official: 1, notify: 2 }
const inTierOrder = (a: Plugin, b: Plugin): number =>
  tierOrder[a.manifest.tier] - tierOrder[b.manifest.tier] || a.manifest.name.localeCompare(b.manifest.name)

function withNames(unfit: readonly Omit<Misfit, 'name'>[], taken: Set<string>): Misfit[] {
  return unfit.map((misfit) => {
    const label = misfit.candidate.label.toLowerCase().replace(/[^a-z0-9]+/g, '_')
    let name = label
    for (let count = 2; taken.has(name); count++) name = `${label}_${count}`
    taken.add(name)
    return { ...misfit, name }
  })
}

/** One that was good before keeps its manifest: messages go on to be queued for it while its files are mended. */
function update(candidate: Candidate, before: Entry | undefined, description: Description): Entry {
  if ('manifest' in description) return { candidate, manifest: description.manifest, violation: null, lasting: true }
  return { candidate, manifest: before?.manifest ?? null, ...description }
}

function readEntries(file: string): Entry[] {
  try {
    const entries = JSON.parse(String(readOwned(file))) as Entry[]
    return entries.filter(({ candidate, manifest }) => existsSync(candidate.entry) && isWhole(manifest))
  } catch {
    // Missing or torn: it only spares us the asking.
    return []
  }
}

/** One that an earlier release remembered does not say where its plugin wants to go, or what it has on the page. */
const isWhole = (manifest: Manifest | null): boolean =>
  manifest === null || (Array.isArray(manifest.network) && manifest.page !== undefined)

function writeEntries(file: string, entries: readonly Entry[]): void {
  const remembered = entries.filter(({ manifest, lasting }) => lasting || manifest !== null).map(forTheNextStart)
  prepareFolder(dirname(file))
  // What is no file cannot be replaced by one, and this one can be made again.
  if (lstatSync(file, { throwIfNoEntry: false })?.isDirectory()) rmSync(file, { recursive: true })
  writeAtomically(file, JSON.stringify(remembered))
}

const forTheNextStart = (entry: Entry): Entry =>
  entry.lasting ? entry : { ...entry, candidate: { ...entry.candidate, fingerprint: '' } }
