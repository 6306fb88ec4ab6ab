import { afterAll, expect, test } from 'vitest'
import { en } from './en.ts'
import { countOf, sizeOf } from './numbers.ts'
import { speak } from './texts.ts'

afterAll(() => speak({ texts: en, locale: 'en' }))

/** Intl separates a number and its unit with spaces that do not break. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

test.each([
  ['en', '12,345', ['0 bytes', '1 byte', '999 bytes', '1 kB', '2 MB', '2.5 MB', '3.2 GB', '1.1 TB']],
  ['de', '12.345', ['0 Byte', '1 Byte', '999 Byte', '1 kB', '2 MB', '2,5 MB', '3,2 GB', '1,1 TB']],
])('counts and sizes are written as is usual in %s', (locale, count, sizes) => {
  speak({ texts: en, locale })
  expect(countOf(12_345)).toBe(count)
  const bytes = [0, 1, 999, 1_200, 2_000_000, 2_480_000, 3_160_000_000, 1_120_000_000_000]
  expect(bytes.map(sizeOf).map(plain)).toEqual(sizes)
})
