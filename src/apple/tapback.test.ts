import { describe, expect, it } from 'vitest'
import { parseTarget, tapbackOf, targetSpellings } from './tapback.ts'

const guid = '0F1E2D3C-0000-4000-8000-00000000000A'
const on = (type: number, emoji: string | null = null) => tapbackOf({ type, guid: `p:0/${guid}`, emoji })

describe('tapbackOf', () => {
  it.each([
    [2000, 'love', '❤️'],
    [2001, 'like', '👍'],
    [2002, 'dislike', '👎'],
    [2003, 'laugh', '😂'],
    [2004, 'emphasize', '‼️'],
    [2005, 'question', '❓'],
  ])('reads %i as %s', (type, kind, emoji) => {
    expect(on(type)).toEqual({ kind, emoji, added: true, target: { guid, part: 0 } })
  })

  it('distinguishes a removal from an addition', () => {
    expect(on(3001)).toMatchObject({ kind: 'like', added: false })
    expect(on(3006, '🎉')).toMatchObject({ kind: 'emoji', emoji: '🎉', added: false })
  })

  it('shows the chosen emoji, and none where Messages stored none', () => {
    expect(on(2006, '🎉')?.emoji).toBe('🎉')
    expect(on(2006)?.emoji).toBeNull()
  })

  it('has no emoji for a sticker', () => {
    expect(on(2007)).toMatchObject({ kind: 'sticker', emoji: null })
    expect(on(1000)).toMatchObject({ kind: 'placed-sticker', emoji: null, added: true })
  })

  it.each([0, 2, 3, 999, 1001, 1999, 2008, 2999, 3008, 4000])(
    'returns null for type %i, which is not a tapback',
    (type) => {
      expect(on(type)).toBeNull()
    },
  )

  it('returns null without a target: macOS 26 writes an empty GUID on ordinary rows', () => {
    expect(tapbackOf({ type: 2000, guid: '', emoji: null })).toBeNull()
    expect(tapbackOf({ type: 2000, guid: null, emoji: null })).toBeNull()
  })
})

describe('parseTarget', () => {
  it.each([
    [`p:3/${guid}`, 3],
    [`p:-1/${guid}`, null],
    [`bp:${guid}`, null],
    [guid, null],
  ])('reads %s', (spelling, part) => {
    expect(parseTarget(spelling)).toEqual({ guid, part })
  })

  it.each(['', 'p:0/', 'p:x/A', 'q:A', 'bp:'])('refuses %j', (spelling) => {
    expect(parseTarget(spelling)).toBeNull()
  })
})

it('every spelling of a target leads back to the message', () => {
  const spellings = targetSpellings(guid, 3)
  expect(spellings).toContain(`p:2/${guid}`)
  expect(spellings).toContain(`bp:${guid}`)
  expect(spellings.map((spelling) => parseTarget(spelling)?.guid)).toEqual(spellings.map(() => guid))
})
