/**
 * Installs an npm package into the base directory: the package is packed, tried in a temporary folder, checked, and
 * only then put where plugins are found.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceError } from '../../domain/service-error.ts'
import { writeAtomically } from '../../store/atomic-file.ts'
import { prepareFolder } from '../../store/owned-file.ts'
import { type DescribeDeps, describe } from '../describe.ts'
import { type Candidate, findCandidates } from '../discover.ts'
import type { Manifest } from '../plugin-contract.ts'
import { problemInTree } from './inspect-tree.ts'
import { installed } from './installed.ts'
import { type Npm, packagesFolder, prepareProject } from './npm.ts'

export interface InstalledPackage {
  package: string
  version: string
  /** The integrity hash of the registry or the file, as in the lock file. */
  integrity: string
  plugins: Manifest[]
}

export interface InstallDeps extends DescribeDeps {
  npm: Npm
  /** The base directory. */
  base: string
  /** Names of plugins that came from elsewhere. */
  taken: ReadonlySet<string>
}

interface Packed {
  name: string
  version: string
  integrity: string
  filename: string
}

const install = ['install', '--omit=dev', '--omit=peer', '--save-exact']

/** Expects `spec` as `packageSpec` returns it. Throws `plugin_refused`. */
export async function installPlugin(spec: string, deps: InstallDeps): Promise<InstalledPackage> {
  const { base, npm } = deps
  prepareFolder(join(base, 'cache'))
  const apart = mkdtempSync(join(base, 'cache', 'install-'))
  try {
    const packed = await pack(npm, apart, spec)
    await npm(apart, [...install, `./${packed.filename}`])
    const plugins = await checked(apart, packed, deps)
    await putInPlace(apart, packed, deps)
    return { package: packed.name, version: packed.version, integrity: packed.integrity, plugins }
  } finally {
    // A plugin that was tried may still write there while it ends.
    rmSync(apart, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }
}

/** Turns a folder, a file or a name of the registry into one file, which is then installed. */
async function pack(npm: Npm, apart: string, spec: string): Promise<Packed> {
  prepareProject(apart)
  const [packed] = JSON.parse(await npm(apart, ['pack', '--json', '--pack-destination', apart, '--', spec])) as Packed[]
  if (packed === undefined) throw refused('npm packed nothing')
  return packed
}

async function checked(apart: string, { name }: Packed, deps: InstallDeps): Promise<Manifest[]> {
  const modules = join(apart, 'node_modules')
  const problem = await problemInTree(modules)
  if (problem !== undefined) throw refused(problem)
  const candidates = await findCandidates({ bundledDir: join(apart, 'none'), serviceDir: apart })
  const stranger = candidates.find(({ folder }) => folder !== join(modules, name))
  if (stranger !== undefined) throw refused(`${name} brings a plugin of another package along: ${stranger.label}`)
  if (candidates.length === 0) throw refused(`${name} names no plugin in its package.json ("service.integrations")`)
  const plugins: Manifest[] = []
  for (const candidate of candidates) plugins.push(await manifestOf(candidate, apart, deps))
  return plugins
}

async function manifestOf(candidate: Candidate, apart: string, deps: InstallDeps): Promise<Manifest> {
  const { label } = candidate
  const described = await describe(candidate, join(apart, 'cache'), deps)
  if ('violation' in described) throw refused(`${label}: ${described.violation}`)
  const { manifest } = described
  // The plugin is found again by this name: to remove it, and to tell an update from another plugin.
  if (manifest.name !== label) throw refused(`package.json calls it ${label}, its class ${manifest.name}`)
  if (deps.taken.has(label)) throw refused(`another plugin is called ${label}`)
  return manifest
}

/** npm may now resolve something else than what was tried, so the tree is inspected again. */
async function putInPlace(apart: string, packed: Packed, { npm, base }: InstallDeps): Promise<void> {
  const folder = packagesFolder(base)
  prepareFolder(folder)
  prepareProject(base)
  const before = installed(base).find(({ package: name }) => name === packed.name)
  const kept = join(folder, packed.filename)
  writeAtomically(kept, readFileSync(join(apart, packed.filename)))
  await npm(base, [...install, `./packages/${packed.filename}`])
  const problem = await problemInTree(join(base, 'node_modules'))
  if (problem !== undefined) {
    await npm(base, ['uninstall', packed.name])
    throw refused(problem)
  }
  if (before?.file !== undefined && before.file !== kept) rmSync(before.file, { force: true })
}

const refused = (what: string): ServiceError => new ServiceError('plugin_refused', `It was refused: ${what}.`)
