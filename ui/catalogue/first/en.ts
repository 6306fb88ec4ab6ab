/** The English texts that messages and the shell need. */
import { compose } from '../en/compose.ts'
import { emoji } from '../en/emoji.ts'
import { kit } from '../en/kit.ts'
import { list } from '../en/list.ts'
import { live } from '../en/live.ts'
import { media } from '../en/media.ts'
import { offline } from '../en/offline.ts'
import { outbox } from '../en/outbox.ts'
import { palette } from '../en/palette.ts'
import { search } from '../en/search.ts'
import { shell } from '../en/shell.ts'
import { thread } from '../en/thread.ts'

export const first = {
  ...compose,
  ...emoji,
  ...kit,
  ...list,
  ...live,
  ...media,
  ...offline,
  ...outbox,
  ...palette,
  ...search,
  ...shell,
  ...thread,
} as const
