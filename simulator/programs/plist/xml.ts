/** Reads XML property lists strictly, and writes them like `plutil`. */
import { isDictionary, type PlistDictionary, type PlistValue } from './value.ts'

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
`
const MARKUP = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^>]*>|<(\/?)([a-z]+)([^>]*?)(\/?)>/gy
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

interface Tag {
  readonly name: string
  readonly closes: boolean
  readonly empty: boolean
}

/** Throws an Error that names the problem and its line. */
export function parseXmlPlist(xml: string): PlistValue {
  const reader = tagReader(xml.replace(/^\uFEFF/, ''))
  reader.open('plist')
  const value = parseValue(reader, reader.tag())
  reader.close('plist')
  return value
}

interface TagReader {
  tag(): Tag
  open(name: string): void
  close(name: string): void
  /** Returns the text up to the end tag of `name`, and takes the tag as well. */
  text(name: string): string
}

function tagReader(xml: string): TagReader {
  let at = 0
  const fail = (what: string): never => {
    throw new Error(`${what} at line ${xml.slice(0, at).split('\n').length}`)
  }
  const tag = (): Tag => {
    for (;;) {
      const space = /\s*/y
      space.lastIndex = at
      at += space.exec(xml)?.[0].length ?? 0
      MARKUP.lastIndex = at
      const found = MARKUP.exec(xml) ?? fail('Encountered unexpected character')
      at = MARKUP.lastIndex
      const [, slash, name, , empty] = found
      if (name !== undefined) return { name, closes: slash === '/', empty: empty === '/' }
    }
  }
  const expect = (name: string, closes: boolean) => {
    const found = tag()
    if (found.name !== name || found.closes !== closes) fail(`Expected <${closes ? '/' : ''}${name}>`)
  }
  return {
    tag,
    open: (name) => expect(name, false),
    close: (name) => expect(name, true),
    text(name) {
      const end = xml.indexOf('<', at)
      const text = end === -1 ? fail(`Unterminated <${name}>`) : xml.slice(at, end)
      at = end
      expect(name, true)
      return text.replace(/&(#x?[\da-fA-F]+|\w+);/g, (_, entity: string) => unescaped(entity) ?? fail('Unknown entity'))
    },
  }
}

function unescaped(entity: string): string | undefined {
  if (!entity.startsWith('#')) return entities[entity]
  return String.fromCodePoint(entity[1] === 'x' ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1)))
}

function parseValue(reader: TagReader, { name, closes, empty }: Tag): PlistValue {
  if (closes) throw new Error(`Unexpected </${name}>`)
  if (name === 'true' || name === 'false') {
    if (!empty) reader.close(name)
    return name === 'true'
  }
  if (name === 'dict') return empty ? {} : parseDictionary(reader)
  if (name === 'array') return empty ? [] : parseArray(reader)
  return parseScalar(name, empty ? '' : reader.text(name))
}

function parseScalar(name: string, text: string): PlistValue {
  if (name === 'string') return text
  if (name === 'data') return Buffer.from(text, 'base64')
  if (name === 'date') return new Date(text)
  const number = Number(text)
  if ((name !== 'integer' && name !== 'real') || Number.isNaN(number)) throw new Error(`Unexpected <${name}>`)
  return number
}

function parseDictionary(reader: TagReader): PlistDictionary {
  const entries: [string, PlistValue][] = []
  for (let tag = reader.tag(); !(tag.name === 'dict' && tag.closes); tag = reader.tag()) {
    if (tag.name !== 'key' || tag.closes) throw new Error(`Found <${tag.name}> where a <key> belongs`)
    entries.push([tag.empty ? '' : reader.text('key'), parseValue(reader, reader.tag())])
  }
  return Object.fromEntries(entries)
}

function parseArray(reader: TagReader): PlistValue[] {
  const items: PlistValue[] = []
  for (let tag = reader.tag(); !(tag.name === 'array' && tag.closes); tag = reader.tag()) {
    items.push(parseValue(reader, tag))
  }
  return items
}

export const toXmlPlist = (value: PlistValue): string => `${HEAD}${lines(value, '').join('\n')}\n</plist>\n`

function lines(value: PlistValue, indent: string): string[] {
  if (Array.isArray(value)) {
    return wrapped(
      'array',
      indent,
      value.flatMap((item) => lines(item, `${indent}\t`)),
    )
  }
  if (isDictionary(value)) {
    const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
    return wrapped(
      'dict',
      indent,
      entries.flatMap(([key, item]) => [`${indent}\t<key>${escaped(key)}</key>`, ...lines(item, `${indent}\t`)]),
    )
  }
  return [`${indent}${scalar(value)}`]
}

const wrapped = (name: string, indent: string, content: string[]): string[] =>
  content.length === 0 ? [`${indent}<${name}/>`] : [`${indent}<${name}>`, ...content, `${indent}</${name}>`]

function scalar(value: string | number | bigint | boolean | Date | Buffer): string {
  if (typeof value === 'boolean') return `<${value}/>`
  if (typeof value === 'string') return `<string>${escaped(value)}</string>`
  if (value instanceof Date) return `<date>${value.toISOString().replace(/\.\d+/, '')}</date>`
  if (Buffer.isBuffer(value)) return `<data>${value.toString('base64')}</data>`
  return Number.isInteger(Number(value)) ? `<integer>${value}</integer>` : `<real>${value}</real>`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
