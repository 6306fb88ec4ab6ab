// The languages of people in a simulated world, and how many people speak them.

import { arabic } from './arabic.ts'
import { chinese } from './chinese.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { japanese } from './japanese.ts'
import type { Language } from './language.ts'
import { spanish } from './spanish.ts'
import { thai } from './thai.ts'

export const languages: ReadonlyArray<readonly [Language, number]> = [
  [english, 52],
  [german, 12],
  [french, 8],
  [spanish, 10],
  [chinese, 6],
  [japanese, 5],
  [arabic, 4],
  [thai, 3],
]
