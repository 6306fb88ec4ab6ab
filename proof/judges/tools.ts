/** Installs the third-party programs that judge this one, each in one release, on demand and outside the repository. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { run } from '../program.ts'

export const tools = {
  '@redocly/cli': '2.77.0',
  '@stoplight/spectral-cli': '6.16.3',
  'openapi-fetch': '0.17.0',
  'openapi-typescript': '7.13.0',
  typescript: '5.9.3',
} as const

export type ToolName = keyof typeof tools

/** The folder in which the system keeps what can be fetched again. */
const cacheFolder = (): string =>
  process.env.XDG_CACHE_HOME ?? join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache')

/** Resolves with a folder whose node_modules contains all of them. Another release of any tool gets another folder. */
export async function installTools(): Promise<string> {
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies: tools }, null, 2)
  const mark = createHash('sha256').update(manifest).digest('hex').slice(0, 12)
  const folder = join(cacheFolder(), 'local-messaging-relay', `judges-${mark}`)
  if (existsSync(folder)) return folder
  const unfinished = `${folder}-${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  try {
    writeFileSync(join(unfinished, 'package.json'), `${manifest}\n`)
    const { status, stderr } = await run(['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: unfinished,
    })
    if (status !== 0) throw new Error(`npm could not install the judges: ${stderr}`)
    renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return folder
}

export const programOf = (folder: string, name: string): string => join(folder, 'node_modules/.bin', name)
