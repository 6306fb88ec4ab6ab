/** Parses the markup of descriptions: links and code. Everything else is text. */
import { safeLink } from './field.ts'

export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string; url: string }

const marks = /`([^`\n]+)`|\[([^\]\n]+)\]\(([^)\s]+)\)/g

export function piecesOf(description: string): readonly Piece[] {
  const pieces: Piece[] = []
  let end = 0
  const add = (text: string) => text !== '' && pieces.push({ kind: 'text', text })
  for (const { 0: whole, 1: code, 2: text, 3: address, index } of description.matchAll(marks)) {
    add(description.slice(end, index))
    end = index + whole.length
    const url = safeLink(address)
    if (code !== undefined) pieces.push({ kind: 'code', text: code })
    else if (text !== undefined && url !== undefined) pieces.push({ kind: 'link', text, url })
    else add(whole)
  }
  add(description.slice(end))
  return pieces
}
