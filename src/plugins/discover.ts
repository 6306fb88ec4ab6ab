/**
 * Finds candidates for plugins on disk: in the bundled folder, in the user's folder, and in installed packages. It runs
 * none of their code.
 */

import { createHash } from 'node:crypto'
import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { isObject, objectIn } from '../base/json-object.ts'
import { names } from '../contract/names.ts'

type Origin = 'bundled' | 'folder' | 'package'

/** A module that declares itself a plugin, or lies where plugins lie. */
export interface Candidate {
  /** The name of the plugin until it has declared its own. */
  label: string
  origin: Origin
  entry: string
  folder: string
  /** The paths that its process has to read. */
  readable: string[]
  version: string | null
  /** Changes when one of its files does. */
  fingerprint: string
}

export interface PluginFolders {
  bundledDir: string
  serviceDir: string
}

/** The folder of what several bundled plugins import. */
const sharedFolder = 'shared'

export const findBundled = (bundledDir: string): Promise<Candidate[]> =>
  inFolder('bundled', bundledDir, [join(bundledDir, sharedFolder), ...packagesAbove(bundledDir)])

/**
 * Returns the candidates in order of precedence: where two claim a name, the first one gets it. Bundled ones that are
 * known are not looked for.
 */
export async function findCandidates(
  { bundledDir, serviceDir }: PluginFolders,
  bundled?: readonly Candidate[],
): Promise<Candidate[]> {
  const packages = join(serviceDir, 'node_modules')
  const found = await Promise.all([
    bundled ?? findBundled(bundledDir),
    inFolder('folder', join(serviceDir, 'integrations'), [packages]),
    inPackages(packages),
  ])
  return found.flat()
}

const indexFiles = ['index.js', 'index.mjs', 'index.ts']

async function inFolder(origin: Origin, parent: string, besides: string[]): Promise<Candidate[]> {
  const root = await realpath(parent).catch(() => parent)
  const candidates = (await namesIn(root)).map(async (name) => {
    const folder = join(root, name)
    const present = await namesIn(folder)
    const index = indexFiles.find((file) => present.includes(file))
    if (index === undefined) return undefined
    return candidate({ label: name, origin, entry: join(folder, index), folder, readable: [folder, ...besides] })
  })
  return (await Promise.all(candidates)).filter((one) => one !== undefined)
}

async function inPackages(root: string): Promise<Candidate[]> {
  const folders = (await namesIn(root)).map(async (name) =>
    name.startsWith('@') ? (await namesIn(join(root, name))).map((inner) => join(name, inner)) : [name],
  )
  const packages = (await Promise.all(folders)).flat()
  return (await Promise.all(packages.map((name) => inPackage(root, name)))).flat()
}

async function inPackage(root: string, name: string): Promise<Candidate[]> {
  const folder = join(root, name)
  const entries = (await packageOf(folder))[names.entryPointGroup]
  if (!isObject(entries)) return []
  const candidates = Object.entries(entries).map(([label, file]) => {
    const entry = join(folder, String(file))
    return candidate({ label, origin: 'package', entry, folder, readable: [root] })
  })
  return Promise.all(candidates)
}

async function candidate(found: Omit<Candidate, 'version' | 'fingerprint'>): Promise<Candidate> {
  const { version } = await packageOf(found.folder)
  return {
    ...found,
    version: typeof version === 'string' ? version : null,
    fingerprint: await fingerprint(found),
  }
}

const mostFiles = 1_000

/**
 * Hashes names, sizes and times of the files. Packages below the folder are left out, because their lock file is
 * included.
 */
async function fingerprint({ entry, folder }: { entry: string; folder: string }): Promise<string> {
  const hash = createHash('sha256').update(process.version)
  for (const path of [entry, ...(await filesBelow(folder, mostFiles))]) {
    const stats = await lstat(path).catch(() => undefined)
    hash.update(`${path}\0${stats?.size}\0${stats?.mtimeMs}\n`)
  }
  return hash.digest('hex').slice(0, 32)
}

async function filesBelow(folder: string, limit: number): Promise<string[]> {
  const files: string[] = []
  const open = [folder]
  for (let at = open.pop(); at !== undefined && files.length < limit; at = open.pop()) {
    for (const entry of await entriesOf(at)) {
      const path = join(at, entry.name)
      if (!entry.isDirectory()) files.push(path)
      else if (entry.name !== 'node_modules' && !entry.name.startsWith('.')) open.push(path)
    }
  }
  return files.sort()
}

/** Returns the first link that leads out of the folder: the sandbox would follow it, wherever it leads. */
export async function linkLeadingOut(folder: string): Promise<string | undefined> {
  const root = await realpath(folder)
  const open = [root]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const entry of await entriesOf(at)) {
      const path = join(at, entry.name)
      if (entry.isDirectory()) open.push(path)
      if (!entry.isSymbolicLink()) continue
      const target = await realpath(path).catch(() => path)
      if (!target.startsWith(root + sep)) return relative(root, path)
    }
  }
  return undefined
}

const entriesOf = (folder: string) => readdir(folder, { withFileTypes: true }).catch(() => [])

const namesIn = async (folder: string): Promise<string[]> =>
  (await entriesOf(folder)).filter(({ name }) => !name.startsWith('.')).map(({ name }) => name)

async function packageOf(folder: string): Promise<Record<string, unknown>> {
  try {
    const file = join(folder, 'package.json')
    // Reading a pipe would block until somebody writes to it.
    if (!(await stat(file)).isFile()) return {}
    const parsed: unknown = JSON.parse(await readFile(file, 'utf8'))
    return objectIn(parsed)
  } catch {
    return {}
  }
}

/** Lists the folders in which Node looks for the packages of a module in this folder. */
function packagesAbove(folder: string): string[] {
  const above = dirname(folder)
  return above === folder ? [] : [join(above, 'node_modules'), ...packagesAbove(above)]
}
