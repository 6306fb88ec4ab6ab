/**
 * Derives the name under which a file is staged and seen by its recipient: the given name, as far as it does no harm.
 */

const mostBytes = 255
/** A longer suffix is not an extension but part of the name. */
const longestEnding = 32
const fallback = 'file'

/** Separators of folders on any system. */
const separators = /[/\\]/
/** AppleScript's paths separate folders by colons, and a file name has one where Finder shows a slash. */
const colons = /:/g
/** Control and line characters, marks that change the reading direction, lone surrogates, and invisible characters. */
const unseen =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/gu

export function safeFileName(name: string): string {
  const segment = name.split(separators).at(-1) ?? ''
  const shown = segment
    .replace(unseen, '')
    .replace(colons, '-')
    .normalize('NFC')
    .replace(/^[\s.]+/u, '')
    .trimEnd()
  return shortened(shown) || fallback
}

/** Cuts at a whole character and keeps the extension, which indicates the kind of file. */
function shortened(name: string): string {
  if (bytesOf(name) <= mostBytes) return name
  const ending = /\.[^.]*$/u.exec(name)?.[0] ?? ''
  const kept = bytesOf(ending) <= longestEnding ? ending : ''
  const stem = [...name.slice(0, name.length - kept.length)]
  const room = mostBytes - bytesOf(kept)
  let bytes = 0
  const fitting = stem.findIndex((character) => {
    bytes += bytesOf(character)
    return bytes > room
  })
  return stem.slice(0, fitting).join('').trimEnd() + kept
}

const encoder = new TextEncoder()
const bytesOf = (text: string): number => encoder.encode(text).length
