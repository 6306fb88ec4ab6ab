/** Generates texts from fragments that have broken out of scripts and command lines elsewhere. */

const awkward = [
  '"',
  "'",
  '\\',
  '`',
  '$(x)',
  '%s',
  '*',
  '¬',
  '«event»',
  '-e',
  '--',
  '-',
  '-l',
  'JavaScript',
  '\n',
  '\r',
  '\r\n',
  '\t',
  '\x1b',
  '\x7f',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u200f',
  '\ufeff',
  '\ufffc',
  '👩‍👩‍👧',
  '🍝',
  'e\u0301',
  'é',
  'שלום',
  'مرحبا',
  '你好',
  '\u{1f1e9}\u{1f1ea}',
  '',
  'end tell',
  'end run',
  'do shell script "rm -rf ~"',
  '" & (do shell script "id") & "',
  'before -1743',
  'sent',
]
const longest = 12

/** `random` returns at least 0 and less than 1. */
export function awkwardText(random: () => number): string {
  const pick = (texts: readonly string[]) => texts[Math.floor(random() * texts.length)] ?? ''
  const length = 1 + Math.floor(random() * longest)
  return Array.from({ length }, () => pick(awkward)).join(pick(['', ' ', '\n']))
}
