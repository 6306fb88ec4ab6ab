/** The name under which a file is laid out and seen by its recipient: what somebody called it, as far as that does no harm. */

const mostBytes = 255
/** What is longer is no ending but part of the name. */
const longestEnding = 32
const fallback = 'file'

/** Of folders, on any system. */
const separators = /[/\\]/
/** What separates folders in AppleScript's paths, and stands in names for the slash that Finder shows. */
const colons = /:/g
/** Control and line characters, marks that turn the reading direction, halves of characters, and invisible ones. */
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

/** At a whole character, with the ending that tells what kind of file it is. */
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
