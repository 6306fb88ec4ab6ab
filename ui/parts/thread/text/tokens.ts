/** Splits a text into words, web links and mentions. */
import type { Mention } from '../../../../src/contract/message.ts'
import { webLinksIn } from '../../../../src/domain/web-links.ts'

export type Token =
  | { kind: 'words'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'mention'; text: string; handle: string }

export function tokensOf(text: string, mentions: readonly Mention[] = []): Token[] {
  const tokens: Token[] = []
  let from = 0
  for (const { start, length, handle } of mentions.toSorted((a, b) => a.start - b.start)) {
    if (start < from || length <= 0 || start + length > text.length) continue
    tokens.push(...linked(text.slice(from, start)))
    tokens.push({ kind: 'mention', text: text.slice(start, start + length), handle })
    from = start + length
  }
  tokens.push(...linked(text.slice(from)))
  return tokens
}

function linked(text: string): Token[] {
  const tokens: Token[] = []
  let from = 0
  for (const { text: shown, index, href } of webLinksIn(text)) {
    if (index > from) tokens.push({ kind: 'words', text: text.slice(from, index) })
    tokens.push({ kind: 'link', text: shown, href })
    from = index + shown.length
  }
  if (from < text.length) tokens.push({ kind: 'words', text: text.slice(from) })
  return tokens
}
