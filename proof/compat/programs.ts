/** Installs the clients that others wrote for BlueBubbles and imsg, each in one release, outside the repository. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cachedPackages } from '../cache.ts'

/** Releases by the folder in which they are installed: two releases of OpenClaw do not fit into one. */
const programs = {
  clients: {
    '@photon-ai/advanced-imessage-kit': '1.16.0',
    'socket.io-client': '4.8.4',
    'socket.io-client-2': 'npm:socket.io-client@2.5.0',
  },
  'openclaw-imessage': { openclaw: '2026.9.6', '@openclaw/imessage': '2026.9.6' },
  'openclaw-bluebubbles': { openclaw: '2026.5.7', '@openclaw/bluebubbles': '2026.5.7' },
  elizaos: { '@elizaos/plugin-bluebubbles': '2.0.0-alpha.8', bun: '1.4.5' },
} as const

export type ProgramFolder = keyof typeof programs

/** Returns a folder whose node_modules contains them. */
export const installPrograms = (folder: ProgramFolder): string =>
  cachedPackages(`compat-${folder}`, programs[folder], ['--legacy-peer-deps'])

/** Imports a package as a program that was installed in this folder does. */
export const importFrom = <Module>(folder: string, name: string): Promise<Module> =>
  import(pathToFileURL(createRequire(join(folder, 'package.json')).resolve(name)).href)
