/** Stands in for /usr/bin/plutil: checks property lists, converts them and extracts values. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { messageOf } from '../../src/base/errors.ts'
import { encodePlist } from '../formats/binary-plist.ts'
import { complain } from './complain.ts'
import { parsePlist } from './plist/read-plist.ts'
import { isDictionary, type PlistValue } from './plist/value.ts'
import { toXmlPlist } from './plist/xml.ts'

function main(argumentsGiven: readonly string[]): number {
  const { verb, words, output } = parse(argumentsGiven)
  if (verb === '-lint') return lint(words)
  if (verb === '-convert') return convert(words, output)
  if (verb === '-extract') return extract(words, output)
  if (verb === '-p') return convert(['json', ...words], '-')
  return lint([verb, ...words].filter((word) => word !== undefined))
}

interface Request {
  readonly verb: string | undefined
  readonly words: readonly string[]
  readonly output: string | undefined
}

function parse(argumentsGiven: readonly string[]): Request {
  const [verb, ...rest] = argumentsGiven
  const at = rest.indexOf('-o')
  const words = at === -1 ? rest : [...rest.slice(0, at), ...rest.slice(at + 2)]
  return {
    verb,
    words: words.filter((word) => word !== '-s' && word !== '--'),
    output: at === -1 ? undefined : rest[at + 1],
  }
}

function lint(files: readonly string[]): number {
  return Math.max(0, ...files.map((file) => withPlist(file, () => say(`${file}: OK`))))
}

function convert([format, ...files]: readonly string[], output: string | undefined): number {
  const encode = encoders.get(format ?? '')
  if (encode === undefined) return complain(`Unknown format specifier: ${format}`, 1)
  return Math.max(0, ...files.map((file) => withPlist(file, (value) => deliver(encode(value), output ?? file))))
}

function extract([keyPath = '', format = 'xml1', ...files]: readonly string[], output: string | undefined): number {
  const encode = encoders.get(format)
  if (encode === undefined) return complain(`Unknown format specifier: ${format}`, 1)
  const [file = ''] = files
  return withPlist(file, (value) => {
    const found = at(value, keyPath)
    if (found === undefined) {
      return complain(
        `${file}: Could not extract value, error: No value at that key path or invalid key path: ${keyPath}`,
        1,
      )
    }
    return deliver(encode(found), output ?? file)
  })
}

const encoders = new Map<string, (value: PlistValue) => string | Buffer>([
  ['xml1', toXmlPlist],
  ['binary1', encodePlist],
  ['json', (value) => JSON.stringify(value)],
  [
    'raw',
    (value) =>
      isDictionary(value) ? Object.keys(value).join('\n') : Array.isArray(value) ? String(value.length) : String(value),
  ],
])

function at(value: PlistValue, keyPath: string): PlistValue | undefined {
  let found: PlistValue | undefined = value
  for (const key of keyPath.split('.')) {
    if (Array.isArray(found)) found = found[Number(key)]
    else found = isDictionary(found) ? found[key] : undefined
  }
  return found
}

function withPlist(file: string, use: (value: PlistValue) => number): number {
  if (!existsSync(file) && file !== '-') {
    return complain(
      `${file}: file does not exist or is not readable or is not a regular file (Error Domain=NSCocoaErrorDomain Code=260)`,
      1,
    )
  }
  try {
    return use(parsePlist(readFileSync(file === '-' ? 0 : file)))
  } catch (error) {
    return complain(`${file}: Property List error: ${messageOf(error)}`, 1)
  }
}

function deliver(content: string | Buffer, output: string): number {
  if (output === '-') process.stdout.write(typeof content === 'string' ? `${content.trimEnd()}\n` : content)
  else writeFileSync(output, content)
  return 0
}

function say(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

const [, ...argv] = process.argv.slice(2)
process.exitCode = main(argv)
