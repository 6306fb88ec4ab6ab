/** All German texts; a missing text does not compile. */
import type { en } from './en.ts'
import { first } from './first/de.ts'
import { pages } from './pages/de.ts'
import { relayTexts } from './relay/de.ts'
import type { Translation } from './text.ts'

export const de: Translation<typeof en> = { ...first, ...relayTexts, ...pages }
