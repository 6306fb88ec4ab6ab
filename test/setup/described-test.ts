/** Describes a test and its errors in a few lines, for reports of many tests. */
import { basename, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { SerializedError, TestCase } from 'vitest/node'

/** Its file below the folder, its name, and each of its errors. */
export const describedTest = (test: TestCase, root: string): string =>
  [
    `   ${relative(root, test.module.moduleId)}: ${test.fullName}`,
    ...(test.result().errors ?? []).map(describedError),
  ].join('\n')

/** The error, what differs from what was expected, and the line of the test that met it. */
function describedError({ message, diff, stacks = [] }: SerializedError): string {
  const at = stacks.find(({ file }) => file.endsWith('.test.ts')) ?? stacks[0]
  const lines = [
    message,
    ...(typeof diff === 'string' ? [stripVTControlCharacters(diff)] : []),
    ...(at === undefined ? [] : [`at line ${at.line} of ${basename(at.file)}`]),
  ]
  return lines
    .join('\n')
    .split('\n')
    .map((line) => `       ${line}`)
    .join('\n')
}
