/** Stands in for /usr/bin/afconvert: makes an M4A of the same length from a voice message. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { durationOfCaf } from '../media/caf.ts'
import { encodeM4a } from '../media/m4a.ts'
import { complain } from './complain.ts'

const OPTIONS_WITH_VALUE = new Set([
  '-f',
  '--file',
  '-d',
  '--data',
  '-b',
  '--bitrate',
  '-q',
  '--quality',
  '-c',
  '--channels',
  '-s',
])

function main(argumentsGiven: readonly string[]): number {
  const { format, paths } = parse(argumentsGiven)
  const [input, output] = paths
  if (input === undefined || output === undefined) return complain('Error: no input or output file specified', 2)
  if (format !== 'm4af') return complain(`Error: unknown file type '${format}'`, 2)
  if (!existsSync(input)) return complain("Error: ExtAudioFileOpenURL failed ('wht?')", 1)
  const durationMs = durationOfCaf(readFileSync(input))
  if (durationMs === undefined) return complain("Error: ExtAudioFileOpenURL failed ('typ?')", 1)
  writeFileSync(output, encodeM4a(durationMs))
  return 0
}

function parse(argumentsGiven: readonly string[]): { format: string | undefined; paths: readonly string[] } {
  const rest = [...argumentsGiven]
  const paths: string[] = []
  let format: string | undefined
  while (rest.length > 0) {
    const word = rest.shift() ?? ''
    if (!OPTIONS_WITH_VALUE.has(word)) paths.push(word)
    else {
      const value = rest.shift()
      if (word === '-f' || word === '--file') format = value
    }
  }
  return { format, paths }
}

const [, ...argv] = process.argv.slice(2)
process.exitCode = main(argv)
