/** Installs comparable libraries of npm on demand and keeps them in ~/.cache: Bun alone has a hundred megabytes. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Their names in the tables. */
export const peers = {
  nodeTypedstream: 'node-typedstream',
  parseaple: '@parseaple/typedstream',
  imessageKit: 'imessage-kit',
} as const

const bunPackage = `@oven/bun-linux-${process.arch === 'arm64' ? 'aarch64' : 'x64'}`
const versions = {
  '@photon-ai/imessage-kit': '3.0.0',
  '@parseaple/typedstream': '2.0.2',
  [bunPackage]: '1.4.5',
}

interface InstalledPeers {
  /** The program that runs imessage-kit, which would need a compiled addon in Node. */
  bun: string
  imessageKit: string
  parseaple: string
}

export function installedPeers(): InstalledPeers {
  const cache = join(homedir(), '.cache', 'local-messaging-relay')
  const folder = join(cache, `peers-${Object.values(versions).join('-')}`)
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true })
    renameSync(install(cache), folder)
  }
  const modules = join(folder, 'node_modules')
  return {
    bun: join(modules, bunPackage, 'bin', 'bun'),
    imessageKit: join(modules, '@photon-ai/imessage-kit/dist/index.js'),
    parseaple: join(modules, '@parseaple/typedstream/dist/index.mjs'),
  }
}

/** No install script runs, and nothing is compiled. */
function install(cache: string): string {
  const folder = mkdtempSync(join(cache, 'installing-'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: versions }))
  const options = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return folder
}

/** The common interface of both readers of typedstreams, one of which derives from the other. */
export interface UnarchiverClass {
  open(bytes: Buffer): { decodeAll(): { values: { string?: string; value?: string }[] }[] }
}

export async function parseapleUnarchiver(): Promise<UnarchiverClass> {
  const { Unarchiver } = (await import(pathToFileURL(installedPeers().parseaple).href)) as {
    Unarchiver: UnarchiverClass
  }
  return Unarchiver
}
