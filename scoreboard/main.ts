/**
 * `npm run scoreboard [-- ROW…]` tries what the service promises, keeps the results, and writes docs/reliability.md.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { reliabilityPage } from './page.ts'
import { commandOf, keepResult, readResults } from './results.ts'
import type { Outcome } from './row.ts'
import { rows, subjects } from './subjects.ts'
import { benchFigures } from './ways/by-bench.ts'

const asked = process.argv.slice(2).map(Number)
const unknown = asked.filter((number) => !rows.some((row) => row.number === number))
if (unknown.length > 0) {
  process.stderr.write(`There is no such row; there are ${rows.map(({ number }) => number).join(', ')}.\n`)
  process.exit(2)
}

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
const isChanged = git('status', '--porcelain', '--', '.', ':!scoreboard/results.json', ':!docs/reliability.md') !== ''
const circumstances = {
  commit: `${git('rev-parse', '--short', 'HEAD')}${isChanged ? '+' : ''}`,
  date: new Date().toISOString().slice(0, 10),
  machine: `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.versions.node}, ${process.platform}`,
}

const figuresOf = benchFigures()
for (const row of rows.filter(({ number }) => asked.length === 0 || asked.includes(number))) {
  const { number, claim } = row
  if ('notHere' in row) {
    process.stdout.write(`${number}  ${claim}\n    not tried here: ${row.notHere}\n`)
    continue
  }
  process.stdout.write(`${number}  ${claim}\n`)
  const beganMs = performance.now()
  const { figure, reached } = await row.run(figuresOf).catch(broken)
  const seconds = Math.round((performance.now() - beganMs) / 1000)
  process.stdout.write(`    ${reached ? 'reached' : 'MISSED'}  ${figure}  (${seconds} s)\n`)
  if (!reached) process.exitCode = 1
  keepResult(number, { figure, reached, ...circumstances, seconds, command: commandOf(number) })
}
writeFileSync(new URL('../docs/reliability.md', import.meta.url), reliabilityPage(subjects, readResults()))

/** Reports that the trial itself failed, which shows nothing about the row. */
function broken(error: unknown): Outcome {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  return { figure: 'the trial broke off', reached: false }
}
