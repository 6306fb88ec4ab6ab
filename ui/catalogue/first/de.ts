/** The German texts that messages and the shell need. */
import { compose } from '../de/compose.ts'
import { emoji } from '../de/emoji.ts'
import { errors } from '../de/errors.ts'
import { kit } from '../de/kit.ts'
import { list } from '../de/list.ts'
import { live } from '../de/live.ts'
import { media } from '../de/media.ts'
import { offline } from '../de/offline.ts'
import { outbox } from '../de/outbox.ts'
import { palette } from '../de/palette.ts'
import { search } from '../de/search.ts'
import { shell } from '../de/shell.ts'
import { thread } from '../de/thread.ts'
import type { Translation } from '../text.ts'
import type { first as english } from './en.ts'

export const first: Translation<typeof english> = {
  ...compose,
  ...emoji,
  ...errors,
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
}
