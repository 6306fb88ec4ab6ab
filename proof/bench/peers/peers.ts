/** Installs comparable libraries of npm on demand and keeps them in ~/.cache: Bun alone has a hundred megabytes. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cachedPackages } from '../../cache.ts'

/** The names of the peers in the tables. */
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
  const modules = join(cachedPackages('peers', versions, ['--omit=optional']), 'node_modules')
  return {
    bun: join(modules, bunPackage, 'bin', 'bun'),
    imessageKit: join(modules, '@photon-ai/imessage-kit/dist/index.js'),
    parseaple: join(modules, '@parseaple/typedstream/dist/index.mjs'),
  }
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
