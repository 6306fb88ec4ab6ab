/**
 * Runs npm safely for an untrusted package, without its scripts, without sending anything about us and with a time
 * limit, and prepares the folder in which it keeps plugins.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { hasErrno } from '../../base/errors.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { writeAtomically } from '../../store/atomic-file.ts'

/**
 * Runs npm in this folder. Resolves with what npm printed on stdout; rejects with `plugin_refused` and npm's own
 * reason.
 */
export type Npm = (folder: string, args: readonly string[]) => Promise<string>

/** Most malicious releases are found and withdrawn within days. */
const leastAgeDays = 7
const carefully = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']
const limitMs = 300_000
const mostOutput = 32 * 1024 * 1024

/** Uses the user's own environment, because the user's proxy and registry count. */
export function npmWith(env: NodeJS.ProcessEnv): Npm {
  return (folder, [command = '', ...args]) =>
    new Promise((resolve, reject) => {
      const line = [command, ...carefully, `--min-release-age=${leastAgeDays}`, '--prefix', folder, ...args]
      execFile('npm', line, { cwd: folder, env, timeout: limitMs, maxBuffer: mostOutput }, (error, stdout, stderr) => {
        if (error === null) resolve(stdout)
        else if (hasErrno(error, 'ENOENT'))
          reject(new ServiceError('plugin_refused', 'The program npm is not there; it comes with Node.'))
        else reject(new ServiceError('plugin_refused', `npm ${command} failed.`, { npm: reasonIn(stderr) }))
      })
    })
}

const mostLines = 5

const reasonIn = (stderr: string): string[] =>
  stderr
    .split('\n')
    .filter((line) => line.startsWith('npm error') && !line.includes('complete log'))
    .map((line) => line.replace(/^npm error\s*/, ''))
    .filter((line) => line !== '')
    .slice(0, mostLines)

/** The folder of those files, as package.json refers to it. */
export const packagesFolder = (base: string): string => join(base, 'packages')

/**
 * The folder in which npm keeps plugins: our package.json that lists them, and the files from which they were
 * installed.
 */
export const projectFile = (base: string): string => join(base, 'package.json')

export function prepareProject(base: string): void {
  const file = projectFile(base)
  if (existsSync(file)) return
  writeAtomically(file, `${JSON.stringify({ name: 'service-plugins', private: true }, null, 2)}\n`)
}
