/** English texts of finding within a conversation. */
import type { Texts } from '../text.ts'

export const finding = {
  'finding.none': 'Nothing found',
  'finding.count': '{total} found',
  'finding.place': '{place} of {total}',
  'finding.older': 'Previous match',
  'finding.newer': 'Next match',
  'finding.close': 'Close find bar',
  'finding.incomplete': 'older messages are still being indexed',
} as const satisfies Texts
