/** English: an area of the page to each file. */
import { forms } from './en/forms.ts'
import { compose } from './en/compose.ts'
import { kit } from './en/kit.ts'
import { outbox } from './en/outbox.ts'
import { rules } from './en/rules.ts'
import { shell } from './en/shell.ts'

export const en = {
  ...forms,
  ...kit,
  ...outbox,
  ...rules,
  ...shell,
} as const
export const en = { ...compose, ...kit, ...outbox, ...shell } as const
