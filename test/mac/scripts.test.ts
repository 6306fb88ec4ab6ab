import { chmodSync, globSync, writeFileSync } from 'node:fs'
import { release } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { askProgram } from '../../src/mac/run-program.ts'
import { testFolders } from '../../src/store/test-folder.ts'
import { root } from '../harness/built.ts'
import { onMac } from '../harness/on-mac.ts'

const folderOfTest = testFolders(onTestFinished)
const scripts = globSync('src/**/*.applescript', { cwd: root }).sort()

/** Returns what the compiler says of each script that it refuses. */
async function refused(osacompile: string): Promise<Record<string, string>> {
  const folder = folderOfTest()
  const told = await Promise.all(
    scripts.map(async (script) => {
      const args = ['-o', join(folder, `${basename(script)}.scpt`), join(root, script)]
      const { exitCode, stderr } = await askProgram(osacompile, args, 60_000)
      return [
        basename(script, '.applescript'),
        exitCode === 0 ? '' : stderr.trim() || `ended with ${exitCode}`,
      ] as const
    }),
  )
  return Object.fromEntries(told.filter(([, reason]) => reason !== ''))
}

test("a script that does not compile is named with the compiler's message", async () => {
  const compiler = join(folderOfTest(), 'osacompile')
  writeFileSync(
    compiler,
    '#!/bin/sh\ncase "$3" in *by-rcs*) echo "$3:1: error: Expected class name. (-2741)" >&2; exit 1;; esac\ncp "$3" "$2"\n',
  )
  chmodSync(compiler, 0o755)
  expect(scripts.length).toBeGreaterThanOrEqual(6)
  expect(await refused(compiler)).toEqual({ 'by-rcs': expect.stringMatching(/\(-2741\)$/) })
})

/** Darwin 24 is macOS 15, with which Messages learnt RCS. */
const knowsRcs = Number.parseInt(release(), 10) >= 24

onMac('every script compiles with the dictionary of this Mac’s Messages', async () => {
  expect(await refused('/usr/bin/osacompile')).toEqual(
    knowsRcs ? {} : { 'by-rcs': expect.stringMatching(/\(-2741\)$/) },
  )
})
