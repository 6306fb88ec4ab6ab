/**
 * Escapes what people wrote, so that Markdown shows it literally: no markup in it turns into formatting, a link or a
 * tag.
 */
import { webAddress } from '../links.ts'

const marks = /[\\`*_[\]<>#|~&]/g
/** The beginnings that turn a line into a list, a heading or a rule. */
const beginnings = /^(\s*)([-+=]|\d+(?=[.)]))/

export const plain = (text: string): string =>
  text.replaceAll('\ufffc', '').trim().split(/\r?\n/).map(line).join('\\\n')

const line = (text: string): string =>
  text
    .trimStart()
    .split(webAddress)
    .map((piece, index) => (index % 2 === 1 ? `<${piece}>` : piece.replaceAll(marks, '\\$&')))
    .join('')
    .replace(beginnings, (_all, space: string, mark: string) =>
      /\d/.test(mark) ? `${space}&#${mark.codePointAt(0)};${mark.slice(1)}` : `${space}\\${mark}`,
    )

/** Encodes a path inside the export's folder as the target of a link. */
export const target = (path: string): string =>
  path
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll(/[()'*!]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`))
    .join('/')
