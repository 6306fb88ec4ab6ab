/** Maps the actions of a focused message to their keys. */
import type { Deed } from './deeds.ts'

const keys: Readonly<Partial<Record<Deed, string>>> = {
  react: 't',
  answer: 'r',
  copy: 'c',
  copy_link: 'l',
  edit: 'e',
  unsend: 'Delete',
}

export const keyOf = (deed: Deed): string | undefined => keys[deed]
