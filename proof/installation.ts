/**
 * Provides the package as a user installs it: built from these sources, packed, and installed by npm; once for each
 * content of the sources. What is tried and measured runs from there.
 */
import { type ExecFileSyncOptions, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pack, root } from '../test/harness/built.ts'
import { cached } from './cache.ts'

export interface Installation {
  /** The file that npm puts in place as the command. */
  entry: string
  /** The folder of the package. */
  folder: string
}

let made: Installation | undefined

/** Takes a minute when the sources have changed. PROOF_INSTALLATION names another folder, of another release perhaps. */
export function installation(): Installation {
  made ??= installedIn(process.env.PROOF_INSTALLATION ?? cached('package', hashOfSources(), install))
  return made
}

const installedIn = (prefix: string): Installation => {
  // Processes that this one starts measure the same, whatever becomes of the sources meanwhile.
  process.env.PROOF_INSTALLATION = prefix
  const modules = join(prefix, 'node_modules')
  return { entry: join(modules, '.bin/service'), folder: join(modules, 'local-messaging-relay') }
}

const sources = ['{bin,packaging,src,simulator}/**/*', 'ui/**/*.{ts,tsx,css,html,svg,js,json,png}', '*.json']

function hashOfSources(): string {
  const hash = createHash('sha256')
  const files = globSync(sources, { cwd: root, exclude: ['ui/dist/**', '**/*.test.ts'], withFileTypes: true })
  const paths = files.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  for (const path of paths.toSorted()) hash.update(path.slice(root.length)).update(readFileSync(path))
  return hash.digest('hex')
}

function install(prefix: string): void {
  process.stderr.write('Building and installing the package…\n')
  const quietly = { stdio: ['ignore', 'ignore', 'inherit'] } satisfies ExecFileSyncOptions
  execFileSync('npm', ['run', '--silent', 'build'], { ...quietly, cwd: root, env: asForUsers() })
  const { tarball } = pack(join(prefix, 'tarball'))
  const options = ['--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', '--prefix', prefix, ...options, tarball], { ...quietly, cwd: prefix })
}

/** Removes the NODE_ENV of tests, with which React would be built for developers. */
const asForUsers = (): NodeJS.ProcessEnv => ({ ...process.env, NODE_ENV: 'production' })
