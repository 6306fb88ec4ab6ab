/** German; what is missing does not compile. */
import { kit } from './de/kit.ts'
import { shell } from './de/shell.ts'
import type { en } from './en.ts'
import type { Translation } from './text.ts'

export const de: Translation<typeof en> = { ...kit, ...shell }
