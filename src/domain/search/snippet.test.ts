import { expect, it } from 'vitest'
import { type Needle, parseQuery } from './query.ts'
import { snippetOf } from './snippet.ts'

function needles(q: string): Needle[] {
  const parsed = parseQuery(q, 0)
  if (!parsed.ok) throw new Error(parsed.fault.reason)
  return parsed.query.all.flatMap((choices) =>
    choices.flatMap(({ term }) => (term.kind === 'words' ? term.needle : [])),
  )
}

/** Returns the snippet with its matches in brackets. */
function marked(texts: string | string[], q: string): string {
  const { snippet, ranges } = snippetOf([texts].flat(), needles(q))
  return ranges.toReversed().reduce((text, { start, length }) => {
    const end = start + length
    return `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`
  }, snippet)
}

it.each<[text: string, q: string, expected: string]>([
  ['See you at the station', 'station', 'See you at the [station]'],
  ['Über die Straße, über alles', 'UBER strasse', '[Über] die [Straße], [über] alles'],
  ['we meet, you and I, you see', '"you and"', 'we meet, [you and] I, you see'],
  ['the the the', '"the the"', '[the the the]'],
  ['stay at the station', 'sta*', '[stay] at the [station]'],
  ['明日東京タワーで会おう', '東京タワー', '明日[東京タワー]で会おう'],
  ['駅前の駅で', '駅', '[駅]前の[駅]で'],
  ['เย็นนี้กินข้าวไหม', 'กินข้าว', 'เย็นนี้[กินข้าว]ไหม'],
  ['👍🏽 fine', '👍', '[👍]🏽 fine'],
  ['학교에서 만나요', '학교', '[학교에서] 만나요'],
  ['two\nlines\tand more', 'lines', 'two [lines] and more'],
])('marks in %j the matches of %j', (text, q, expected) => {
  expect(marked(text, q)).toBe(expected)
})

it('shows the first text that has a match, else the first that is not empty', () => {
  expect(marked(['look at this', 'invoice-2024.pdf'], 'invoice')).toBe('[invoice]-2024.pdf')
  expect(marked(['', 'photo.jpg'], 'nothing')).toBe('photo.jpg')
  expect(marked([], 'nothing')).toBe('')
})

it('cuts a long text to the words around the first match', () => {
  const text = `${'before '.repeat(50)}needle ${'after '.repeat(50)}`
  const shown = marked(text, 'needle')
  expect(shown).toMatch(/^…(before )+\[needle\]( after)+…$/)
  expect(shown.length).toBeGreaterThan(90)
  expect(shown.length).toBeLessThan(140)
})

it('never cuts within a grapheme', () => {
  const family = '👨‍👩‍👧‍👦'
  const { snippet } = snippetOf([`${family.repeat(40)}needle${family.repeat(40)}`], needles('needle'))
  expect(snippet.isWellFormed()).toBe(true)
  const [before, after] = snippet.slice(1, -1).split('needle')
  expect(before?.replaceAll(family, '')).toBe('')
  expect(after?.replaceAll(family, '')).toBe('')
})

it('shows the whole of a match that is longer than a snippet', () => {
  const phrase = Array.from({ length: 40 }, (_, n) => `word${n}`).join(' ')
  const { snippet, ranges } = snippetOf([`x ${phrase} y`], needles(`"${phrase}"`))
  expect(ranges.map(({ start, length }) => snippet.slice(start, start + length))).toEqual([phrase])
})
