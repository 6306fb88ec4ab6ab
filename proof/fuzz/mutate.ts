/** Damages valid values. */
import { chance, pick, type Random, wholeNumber } from '../../simulator/random.ts'

/** Changes bytes, or removes, doubles or truncates a piece. */
export function mutatedBytes(random: Random, bytes: Uint8Array): Uint8Array {
  const [from = 0, to = 0] = [spot(random, bytes), spot(random, bytes)].toSorted((a, b) => a - b)
  const kind = wholeNumber(random, 0, 9)
  if (kind === 0) return bytes.slice(0, from)
  if (kind === 1) return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
  if (kind === 2) return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)])
  const mutated = bytes.slice()
  // Apple's tags are above 0x80.
  const byte = () => (chance(random, 0.5) ? wholeNumber(random, 0x80, 0x9f) : wholeNumber(random, 0, 0xff))
  for (let left = wholeNumber(random, 1, 4); left > 0; left--) mutated[spot(random, bytes)] = byte()
  return mutated
}

const spot = (random: Random, bytes: Uint8Array): number => wholeNumber(random, 0, Math.max(0, bytes.length - 1))

/** Values that often break programs. */
const strange = [
  '',
  ' ',
  '\0',
  '\n',
  '\r\n\r\n',
  '"',
  '\\',
  '\u202e',
  '\ufeff',
  '\ud800',
  '👩‍👩‍👧',
  'ﷺ',
  'İ',
  'ß',
  '\u0301',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-1',
  '1e999',
  '9007199254740993',
  '%00',
  '%2e%2e/',
  '../../etc/passwd',
  "' OR 1=1 --",
  '*',
  'OR',
  'AND NOT',
  'NEAR(a b)',
  '(((',
  '{{',
  '<script>',
  '$(id)',
  '-n',
  'any;-;+12025550123',
  '+12025550123',
  'anna@example.com',
  '2025-02-30',
  '2025-01-01T00:00:00Z',
]

export function strangeText(random: Random): string {
  const text = pick(random, strange)
  return chance(random, 0.01) ? text.repeat(wholeNumber(random, 2, 5_000)) : text
}

/** Removes, doubles or inserts pieces of a text. */
export function mutatedText(random: Random, text: string): string {
  let mutated = text
  for (let left = wholeNumber(random, 1, 3); left > 0; left--) {
    const at = wholeNumber(random, 0, mutated.length)
    const until = Math.min(mutated.length, at + wholeNumber(random, 0, 6))
    const put = chance(random, 0.5)
      ? strangeText(random)
      : chance(random, 0.5)
        ? mutated.slice(at, until).repeat(2)
        : ''
    mutated = mutated.slice(0, at) + put + mutated.slice(until)
  }
  return mutated
}

/** Generates any JSON value. */
export function anyJson(random: Random, depth = 3): unknown {
  const kind = wholeNumber(random, 0, depth > 0 ? 7 : 5)
  if (kind === 6) return Array.from({ length: wholeNumber(random, 0, 4) }, () => anyJson(random, depth - 1))
  if (kind === 7)
    return Object.fromEntries(
      Array.from({ length: wholeNumber(random, 0, 4) }, () => [strangeText(random), anyJson(random, depth - 1)]),
    )
  return pick(random, [null, true, false, strangeText(random), wholeNumber(random, -3, 70_000), random() * 1e21 - 5e20])
}
