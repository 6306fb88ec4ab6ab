/** English as a whole: an area of the page to each file, in two parts because few visits need both. */
import { first } from './first/en.ts'
import { pages } from './pages/en.ts'

export const en = { ...first, ...pages } as const
