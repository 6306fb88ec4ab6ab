/** Decides whether the typed text is an address that a message can go to. */
import { handleKind } from '../../../src/domain/handles.ts'
import { whitelistEntry } from '../../../src/domain/whitelist.ts'

export type Typed = 'address' | 'several' | 'name'

export function typedAs(text: string): Typed {
  const parts = text.split(/[,;]/).filter((part) => part.trim() !== '')
  if (parts.length > 1 && parts.every(isAddress)) return 'several'
  return isAddress(text) ? 'address' : 'name'
}

/** A single word without digits may be the name of a company, but here it is far more often that of a person. */
const isAddress = (text: string): boolean =>
  whitelistEntry(text, () => false)?.kind === 'handle' && handleKind(text) !== 'alphanumeric'
