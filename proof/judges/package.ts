/** Judges of the package: whether other programs can import it, and under which licences its dependencies are. */
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { installation } from '../installation.ts'
import { run } from '../program.ts'
import { type Judge, verdictOf } from './judge.ts'
import { programOf } from './tools.ts'

/** The folder into which npm has installed the package. */
const prefix = (): string => dirname(dirname(installation().folder))

const tarball = (): string => globSync(join(prefix(), 'tarball', '*.tgz'))[0] ?? ''

export const publint: Judge = {
  name: 'publint',
  examines: 'the packed package, with its suggestions',
  tools: ['publint'],
  async judge({ folder, work }) {
    const { status, stdout, stderr } = await run([programOf(folder, 'publint'), tarball(), '--strict'], { cwd: work })
    const told = `${stdout}${stderr}`.trim().split('\n')
    const isGood = status === 0 && told.some((line) => /All good/i.test(line))
    return verdictOf(isGood ? [] : told.filter((line) => /^\d+\./.test(line.trim())), 'all good')
  },
}

export const areTheTypesWrong: Judge = {
  name: 'arethetypeswrong',
  examines: 'the types of what plugins import, under each way of resolving them that knows `exports`',
  tools: ['@arethetypeswrong/cli'],
  async judge({ folder, work }) {
    const args = [tarball(), '--format', 'json', '--profile', 'esm-only']
    const { stdout, stderr } = await run([programOf(folder, 'attw'), ...args], { cwd: work })
    if (!stdout.trimStart().startsWith('{')) return { isClean: false, said: 'nothing', findings: stderr }
    const { problems = {} } = JSON.parse(stdout) as { problems?: Record<string, unknown[]> }
    // Node 10 knows no `exports`, and `require` of a module is what the profile leaves out; both are reported all the same.
    const ignored = /"resolutionKind":"(node10|node16-cjs)"/
    const found = Object.values(problems)
      .flat()
      .map((problem) => JSON.stringify(problem))
    return verdictOf(
      found.filter((problem) => !ignored.test(problem)),
      'no problems for modules and bundlers',
    )
  },
}

/** Licences that ask for no more than to be named. */
const permissive =
  /^\(?(MIT|MIT-0|ISC|BSD-[23]-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|Python-2\.0)\b/

export const licences: Judge = {
  name: 'license-checker',
  examines: 'the licence of every package that an installation brings along',
  tools: ['license-checker-rseidelsohn'],
  async judge({ folder, work }) {
    const args = ['--production', '--json', '--start', prefix()]
    const { stdout, stderr } = await run([programOf(folder, 'license-checker-rseidelsohn'), ...args], { cwd: work })
    if (!stdout.trimStart().startsWith('{')) return { isClean: false, said: 'nothing', findings: stderr }
    const packages = Object.entries(JSON.parse(stdout) as Record<string, { licenses: string | string[] }>)
    const named = packages.map(([name, { licenses }]) => ({ name, licence: [licenses].flat().join(' OR ') }))
    const counts = Map.groupBy(named, ({ licence }) => licence)
    return verdictOf(
      named.filter(({ licence }) => !permissive.test(licence)).map(({ name, licence }) => `${name}: ${licence}`),
      [...counts].map(([licence, { length }]) => `${length} × ${licence}`).join(', '),
    )
  },
}
