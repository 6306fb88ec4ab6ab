/** Formats a found message as a line for the terminal: time, sender, conversation, and the matching part. */
import { styleText } from 'node:util'
import type { SearchResult } from '../../contract/search.ts'
import { localTime } from '../local-time.ts'
import { plain } from '../plugins/format-plugins.ts'

type Style = Parameters<typeof styleText>[0]

const toTheMinute = 'YYYY-MM-DD HH:MM'.length

export function resultLine({ message, conversation_name, ...found }: SearchResult, isColoured: boolean): string {
  const paint = (style: Style, text: string) =>
    isColoured && text !== '' ? styleText(style, text, { validateStream: false }) : text
  const when = localTime(message.ts).slice(0, toTheMinute)
  const isOwnConversation = conversation_name === message.sender
  const where = isOwnConversation ? '' : ` in ${plain(conversation_name)}`
  const said = piecesOf(found).map(({ text, isMatch }) => (isMatch ? paint('bold', plain(text)) : plain(text)))
  return `${paint('dim', when)}  ${paint('cyan', plain(message.sender))}${where}: ${said.join('')}`
}

interface Piece {
  text: string
  isMatch: boolean
}

/** Splits the text before anything is removed from it, because positions refer to the original text. */
function piecesOf({ snippet, ranges }: Pick<SearchResult, 'snippet' | 'ranges'>): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { start, length } of ranges) {
    pieces.push({ text: snippet.slice(at, start), isMatch: false })
    at = start + length
    pieces.push({ text: snippet.slice(start, at), isMatch: true })
  }
  return [...pieces, { text: snippet.slice(at), isMatch: false }]
}
