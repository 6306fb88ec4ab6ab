/**
 * Extracts the new text of an answer: without the mail that it quotes, the introduction of the quote, and the
 * signature.
 */
import { replyMark } from './mail.ts'

const signature = /^-- $/
const quotedLine = /^\s*>/
/**
 * Recognises "On …, Anna wrote:" in any language and over a few lines: it ends in a colon, and contains a time or an
 * address.
 */
const tellsWhen = /\d{1,2}[:.]\d{2}|\b\d{4}\b/
const tellsAddress = /<[^<>\s]+@[^<>\s]+>/
const longestIntroduction = 3
/** The header that Outlook puts above a quoted mail. */
const head = /^(?:-{2,} ?[^-\n]+ ?-{2,}|_{10,}|\*?(?:From|Von|De|Da|Van|Från|Fra):\*? .+)$/

export function newTextIn(text: string): string {
  const lines = text.split('\n')
  const end = lines.findIndex((line, at) => line.includes(replyMark) || isHead(lines, at))
  const above = (end < 0 ? lines : lines.slice(0, end)).filter((line) => !line.includes(replyMark))
  return withoutIntroduction(withoutTail(above)).join('\n').trim()
}

/** Requires several header lines, because somebody may write a single line that looks like one. */
function isHead(lines: readonly string[], at: number): boolean {
  const following = lines.slice(at + 1, at + 5).filter((line) => /^\*?[\p{L}-]+( [\p{L}-]+)?:\*? \S/u.test(line))
  return head.test(lines[at] ?? '') && following.length >= 2
}

/** Removes quoted lines and the signature at the end. */
function withoutTail(lines: readonly string[]): string[] {
  const signed = lines.findIndex((line) => signature.test(line))
  const kept = signed < 0 ? [...lines] : lines.slice(0, signed)
  while (kept.length > 0 && isQuotedOrBlank(kept.at(-1) ?? '')) kept.pop()
  return kept
}

const isQuotedOrBlank = (line: string): boolean => quotedLine.test(line) || line.trim() === ''

function withoutIntroduction(lines: readonly string[]): readonly string[] {
  const last = lines.at(-1) ?? ''
  if (!/:\s*$/.test(last)) return lines
  const tail = lines.slice(-longestIntroduction)
  const begin = tail.findLastIndex((line) => tellsWhen.test(line))
  if (begin >= 0) return lines.slice(0, begin - tail.length)
  return tellsAddress.test(last) ? lines.slice(0, -1) : lines
}
