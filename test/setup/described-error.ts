/** Describes the error of a test in a few lines, for reports of many tests. */
import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { SerializedError } from 'vitest/node'

/** The error, what differs from what was expected, and the line of the test that met it. */
export function described({ message, diff, stacks = [] }: SerializedError): string {
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
