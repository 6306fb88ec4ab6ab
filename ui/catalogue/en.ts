/** All English texts: one file for each area of the page, in three parts because few visits need all. */
import { first } from './first/en.ts'
import { pages } from './pages/en.ts'
import { relayTexts } from './relay/en.ts'

export const en = { ...first, ...relayTexts, ...pages } as const
