import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { commandTree } from '../../src/cli/command-tree.ts'

const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)]

/** The help as a terminal of this width shows it. */
function helpOf(command: Command, columns: number): string {
  let written = ''
  const writeOut = (text: string) => {
    written += text
  }
  command.configureOutput({ writeOut, getOutHelpWidth: () => columns })
  command.outputHelp()
  return written
}

/** Returns the lines of a list that have other text at the column where most second columns begin. */
function runTogether(block: readonly string[]): string[] {
  const starts = block.flatMap((line) => /^ {2}\S.*? {2,}(?=\S)/.exec(line)?.[0].length ?? [])
  const [edge = 0] = starts.toSorted(
    (a, b) => starts.filter((at) => at === b).length - starts.filter((at) => at === a).length,
  )
  if (starts.filter((at) => at === edge).length < 3) return []
  return block.filter((line) => /^ {2}\S/.test(line) && line.length > edge && !line.slice(edge - 2, edge).endsWith(' '))
}

const blocksOf = (help: string): string[][] => help.split(/\n\s*\n/).map((block) => block.split('\n'))

const commands = everyCommand(await commandTree())

test.each([40, 60, 80, 120, 220])(
  'in a terminal of %i columns, no list in any help has two columns that touch',
  (columns) => {
    const wrong = commands.flatMap((command) =>
      blocksOf(helpOf(command, columns))
        .flatMap(runTogether)
        .map((line) => `${command.name()}: ${line}`),
    )
    expect(wrong).toEqual([])
  },
)

test('lists with touching columns are detected', () => {
  const faults = ['  one       first', '  two       second', '  three     third', '  four-and-moremacOS']
  expect(runTogether(faults)).toEqual(['  four-and-moremacOS'])
})
