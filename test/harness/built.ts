/**
 * Provides the package as users install it: built from the current sources once for all tests, packed, and installed by
 * npm.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

const quietly = ['--silent', '--ignore-scripts', '--no-audit', '--no-fund']

const changedAt = (file: string): number => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0

export function build(): void {
  const sources = globSync(
    ['{src,simulator}/**/*.ts', 'packaging/*.ts', 'src/**/*.{css,js,json,applescript}', 'package.json'],
    {
      cwd: root,
    },
  )
  // The build copies these scripts last. The page is built before any test.
  const builtAt = changedAt('dist/src/messages-window/scripts')
  if (Math.max(...sources.map(changedAt), changedAt('ui/dist/index.html')) > builtAt)
    execFileSync('npm', ['run', '--silent', 'build:code'], { cwd: root, stdio: 'inherit' })
}

export interface Packed {
  tarball: string
  bytes: number
  files: string[]
}

export function pack(folder: string): Packed {
  mkdirSync(folder, { recursive: true })
  const told = npm(['pack', '--json', '--pack-destination', folder, ...quietly], root)
  const [packed] = Object.values(JSON.parse(told)) as [{ filename: string; size: number; files: { path: string }[] }]
  return { tarball: join(folder, packed.filename), bytes: packed.size, files: packed.files.map(({ path }) => path) }
}

/** Uses what npm has cached. Returns npm's output. */
export function installPacked({ tarball }: Packed, prefix: string): string {
  const args = ['install', '--global', '--prefix', prefix, '--prefer-offline', '--no-audit', '--no-fund', tarball]
  const { stdout, stderr, status } = spawnSync('npm', args, { cwd: prefix, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout + stderr
}

const npm = (args: readonly string[], cwd: string): string =>
  execFileSync('npm', [...args, '--no-update-notifier'], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
