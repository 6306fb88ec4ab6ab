import { expect, onTestFinished, test } from 'vitest'
import { exitCodes } from '../contract/errors.ts'
import { testFolders } from '../store/test-folder.ts'
import { type CommandShape, everyCommand, shapeOf } from './command-shape.ts'
import { commandTree } from './command-tree.ts'
import { examplesIn } from './test-examples.ts'
import { runHere } from './test-run-here.ts'

const folderOfTest = testFolders(onTestFinished)
const all = everyCommand(shapeOf(await commandTree()))
const typed = ({ path }: CommandShape): string[] => path.slice(1)

test('the help of every command contains examples of it', async () => {
  const isShown = ({ path, notes }: CommandShape) => examplesIn(notes).some((each) => each.includes(path.join(' ')))
  const lacking = all.filter((command) => !isShown(command))
  expect(lacking.map(({ path }) => path.join(' '))).toEqual([])
  const home = folderOfTest()
  for (const command of all) {
    const { status, stdout, stderr } = await runHere(home, [...typed(command), '--help'])
    expect([status, stderr], command.path.join(' ')).toEqual([exitCodes.done, ''])
    expect(stdout).toMatch(/^Examples?:$/m)
  }
})

test('every command refuses an unknown option, and names the help, on stderr only', async () => {
  const home = folderOfTest()
  for (const command of all.filter(({ path }) => path.length > 1)) {
    const { status, stdout, stderr } = await runHere(home, [...typed(command), '--nonesuch'])
    expect([status, stdout], command.path.join(' ')).toEqual([exitCodes.usage, ''])
    expect(stderr).toMatch(/error: (unknown|required) option .*\n.*--help/)
  }
})

test('every command refuses excess arguments, and every group refuses an unknown command', async () => {
  const home = folderOfTest()
  const some = all.filter(({ usage }) => !/\.\.\.[\]>]/.test(usage))
  for (const command of some) {
    const given = [...command.arguments.map(() => 'x'), 'x', 'x']
    const { status, stdout } = await runHere(home, [...typed(command), ...given])
    expect([status, stdout], command.path.join(' ')).toEqual([exitCodes.usage, ''])
  }
})

test('every group without a command lists its commands, and exits as a usage error', async () => {
  for (const command of all.filter(({ commands }) => commands.length > 0)) {
    const { status, stderr } = await runHere(folderOfTest(), typed(command))
    expect([status, stderr.includes('Usage: service')], command.path.join(' ')).toEqual([exitCodes.usage, true])
  }
})
