/** Runs the suite, or some of it, and tells how much processor time each of its files takes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { root } from '../../test/harness/built.ts'
import { terminalTable } from '../report.ts'
import { NothingToDo } from '../terminal.ts'
import type { FileCount } from './counting-worker.ts'

const usage = `npm run proof -- suite [files and options of vitest]

Runs the tests, and lists the processor time that each file takes, with the browsers, servers and programs that it
starts. Unlike how long a file takes, that hardly depends on what else the machine does. Needs Linux.`

export async function prove(args: readonly string[]): Promise<boolean> {
  if (args.includes('--help')) throw new NothingToDo(0, usage)
  const folder = mkdtempSync(join(tmpdir(), 'suite-'))
  try {
    const output = join(folder, 'counts')
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...args]
    const env = { ...process.env, SUITE_COUNTS: output }
    const child = spawn(process.execPath, vitest, { cwd: root, env, stdio: 'inherit' })
    const [code] = await once(child, 'close')
    if (existsSync(output)) process.stdout.write(`\n${inWords(readCounts(output))}\n`)
    return code === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const readCounts = (output: string): FileCount[] =>
  readFileSync(output, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as FileCount)

const usedS = ({ ownS, childrenS }: FileCount): number => ownS + childrenS

function inWords(counts: readonly FileCount[]): string {
  const sum = (of: (count: FileCount) => number) => counts.reduce((total, count) => total + of(count), 0)
  const row = (file: string, ...seconds: number[]) => [...seconds.map((one) => one.toFixed(1).padStart(7)), file]
  const longest = counts.toSorted((one, other) => usedS(other) - usedS(one))
  return terminalTable([
    ['Seconds of processor time: in all, of the worker, of its children; seconds from beginning to end'],
    ...[
      row(
        'all files',
        sum(usedS),
        sum(({ ownS }) => ownS),
        sum(({ childrenS }) => childrenS),
        sum(({ wallS }) => wallS),
      ),
      ...longest.map((count) =>
        row(relative(root, count.file), usedS(count), count.ownS, count.childrenS, count.wallS),
      ),
    ].map((cells) => [cells.join('  ')]),
  ])
}
