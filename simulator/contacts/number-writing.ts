// Writes phone numbers as people type them into Contacts, in the style of their country.

import { pick, type Random } from '../random.ts'

const american = (area: string, exchange: string, line: string): string[] => [
  `(${area}) ${exchange}-${line}`,
  `${area}-${exchange}-${line}`,
  `+1 (${area}) ${exchange}-${line}`,
  `${area}.${exchange}.${line}`,
  `1 ${area} ${exchange} ${line}`,
  `+1${area}${exchange}${line}`,
]

const british = (rest: string): string[] => [
  `0${rest.slice(0, 4)} ${rest.slice(4)}`,
  `+44 ${rest.slice(0, 4)} ${rest.slice(4, 7)} ${rest.slice(7)}`,
  `0044${rest}`,
]

function writings(e164: string): string[] {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164) ?? []
  if (area && exchange && line) return american(area, exchange, line)
  if (e164.startsWith('+44')) return british(e164.slice(3))
  return [e164]
}

export const asTyped = (e164: string, random: Random): string => pick(random, writings(e164))
