import { describe, expect, it } from 'vitest'
import { wireMoment, wireTime } from './wire-time.ts'

describe('dates of the API', () => {
  it('are those of JavaScript, on whatever days they follow each other', () => {
    const moments = [
      0, 1, 999, 86_399_999, 86_400_000, 951_782_400_000, 1_790_000_000_123, 86_400_000, 1_790_000_000_124,
    ]
    for (const ms of moments) expect(wireTime(ms)).toBe(new Date(ms).toISOString())
  })

  it('begin with 1970, end with 9999, and have whole milliseconds', () => {
    expect(wireTime(-5)).toBe('1970-01-01T00:00:00.000Z')
    expect(wireTime(Number.MAX_SAFE_INTEGER)).toBe('9999-12-31T00:00:00.000Z')
    expect(wireTime(1_500.9)).toBe('1970-01-01T00:00:01.500Z')
  })

  it('are absent where Messages stores a number for "never"', () => {
    expect(wireMoment(null, 0)).toBeNull()
    expect(wireMoment(4 * 86_400_000, 0)).toBeNull()
    expect(wireMoment(2 * 86_400_000, 0)).toBe('1970-01-03T00:00:00.000Z')
  })
})
