import { expect, it } from 'vitest'
import { findBalloon, parseScriptAnswer, refusalFrom } from './script-answer.ts'

const answered = (...words: string[]) => parseScriptAnswer(`${words.join('\u{1e}')}\n`)
const anna = { title: 'Anna Keller', draft: '', balloons: ['hi', 'how\nare you?'] }
const sought = { titles: ['Anna Keller', '+12025550123'], text: 'hi' }

it('the content of the window is read field by field, including line ends', () => {
  expect(answered('seen', 'Anna Keller', '', 'hi', 'how\nare you?')).toEqual({ is: 'seen', window: anna })
  expect(answered('seen', 'Anna Keller', 'a draft')).toMatchObject({ window: { draft: 'a draft', balloons: [] } })
})

it.each(['', 'seen', 'sent', 'stop\u{1e}unheard-of', 'error\u{1e}-1728'])('%j is not a success', (stdout) => {
  expect(parseScriptAnswer(stdout).is).toBe('failed')
})

it.each([
  [answered('stop', 'denied'), 'accessibility_denied', null],
  [answered('stop', 'draft'), 'unsupported', /writing/],
  [answered('error', '-1743'), 'automation_denied', null],
  [answered('error', '-25211'), 'accessibility_denied', null],
  [answered('error', '-1719'), 'unsupported', /-1719/],
  [parseScriptAnswer('a banner'), 'unsupported', /no answer/],
] as const)('%j is refused as %s', (answer, code, reason) => {
  expect(refusalFrom(answer)).toEqual({ code, reason: reason && expect.stringMatching(reason) })
})

it("finds the one balloon with the text, in the window's own wording", () => {
  expect(findBalloon(anna, sought)).toEqual({ balloon: 'hi' })
  expect(findBalloon({ ...anna, balloons: ['hi '] }, sought)).toEqual({ balloon: 'hi ' })
})

it('a title with the same number in another notation is the same conversation', () => {
  expect(findBalloon({ ...anna, title: '+1 (202) 555-0123' }, sought)).toEqual({ balloon: 'hi' })
})

it.each([
  [{ draft: 'half a sen' }, 'draft'],
  [{ title: 'Anna' }, 'other-conversation'],
  [{ title: '' }, 'other-conversation'],
  [{ balloons: ['Hi'] }, 'not-there'],
  [{ balloons: ['hi', 'hi'] }, 'twice'],
])('nothing is touched where the window shows %j', (changes, stop) => {
  expect(findBalloon({ ...anna, ...changes }, sought)).toEqual({ stop })
})

it('of a message to oneself the window may show two balloons, if they are worded alike', () => {
  const note = { ...sought, isNote: true }
  expect(findBalloon({ ...anna, balloons: ['hi', 'hi'] }, note)).toEqual({ balloon: 'hi' })
  for (const balloons of [
    ['hi', 'hi '],
    ['hi', 'hi', 'hi'],
  ])
    expect(findBalloon({ ...anna, balloons }, note)).toEqual({ stop: 'twice' })
})
