/** All English texts: one file for each area of the page, in two parts because few visits need both. */
import { first } from './first/en.ts'
import { pages } from './pages/en.ts'

export const en = { ...first, ...pages } as const
