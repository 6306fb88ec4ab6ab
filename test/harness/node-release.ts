/** Fetches another release of Node from npm once and keeps it below build/. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './built.ts'

/** Returns the folder that contains its program. */
export function nodeRelease(release: string): string {
  const folder = join(root, 'build', `node-${release}`)
  const bin = join(folder, 'node_modules', 'node', 'bin')
  if (existsSync(join(bin, 'node'))) return bin
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }))
  const args = ['install', '--no-audit', '--no-fund', `node@${release}`]
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`npm gave no Node ${release}.`)
  return bin
}
