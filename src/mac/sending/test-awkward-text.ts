/** Texts that have broken out of scripts and command lines elsewhere, put together anew each time. */
import { pick, type Random, wholeNumber } from '../../../simulator/random.ts'

const awkward = [
  ...['"', "'", '\\', '`', '$(x)', '%s', '*', '¬', '«event»', '-e', '--', '-', '-l', 'JavaScript'],
  ...['\n', '\r', '\r\n', '\t', '\x1b', '\x7f', '\u2028', '\u2029', '\u202e', '\u200f', '\ufeff', '\ufffc'],
  ...['👩‍👩‍👧', '🍝', 'e\u0301', 'é', 'שלום', 'مرحبا', '你好', '\u{1f1e9}\u{1f1ea}', ''],
  ...['end tell', 'end run', 'do shell script "rm -rf ~"', '" & (do shell script "id") & "', 'before -1743', 'sent'],
]

export const awkwardText = (random: Random): string =>
  Array.from({ length: wholeNumber(random, 1, 12) }, () => pick(random, awkward)).join(pick(random, ['', ' ', '\n']))
