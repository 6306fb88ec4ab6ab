import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { RelayMessage } from '../../domain/message.ts'
import { messageOf } from '../../store/journal/test-journal.ts'
import { relayLine } from './relay-line.ts'

// Our own colours would look like colours in a message.
beforeAll(() => {
  vi.stubEnv('FORCE_COLOR', undefined)
  vi.stubEnv('NO_COLOR', '1')
})
afterAll(() => void vi.unstubAllEnvs())

const columns = 100
const arrived = [{ integration: 'webhook', state: 'acked' as const }]

const line = (message: Partial<RelayMessage>, deliveries: Parameters<typeof relayLine>[0]['deliveries'] = arrived) =>
  relayLine({ position: 1, message: messageOf(1, message), deliveries }, columns)

/** Counts terminal cells before the arrow; `twoCells` are the wide characters of these tests. */
const twoCells = new Set(['👨‍👩‍👧‍👦', '❤️', ...'山田太郎今晩八時に会いましょう。語🎉'])
const cellsBeforeArrow = (text: string) => {
  const before = text.slice(0, text.indexOf('→'))
  return [...new Intl.Segmenter().segment(before)].reduce(
    (cells, { segment }) => cells + (twoCells.has(segment) ? 2 : 1),
    0,
  )
}

test('a line shows the time, the sender, the text and the outcome', () => {
  expect(line({ text: 'Dinner at eight?' })).toMatch(/^\d\d:\d\d:\d\d {2}Anna +Dinner at eight\? +→ webhook ✓$/)
})

test('a group is named after its sender', () => {
  expect(line({ isGroup: true, groupName: 'Hiking' })).toContain('Anna · Hiking')
  expect(line({ isGroup: true, groupName: null })).toContain('Anna · group')
})

test('each integration has its mark', () => {
  const states = ['acked', 'pending', 'dead', 'skipped'] as const
  const deliveries = states.map((state, index) => ({ integration: `i${index}`, state }))
  expect(line({}, deliveries)).toContain('→ i0 ✓  i1 …  i2 ✗  i3 –')
  expect(line({}, [])).toContain('no integration enabled')
})

test('a long text is cut to the width of the terminal, and a long name to its column', () => {
  const cut = line({ text: 'word '.repeat(200), sender: 'A'.repeat(80) })
  expect(cut.length).toBeLessThanOrEqual(columns)
  expect(cut.match(/…/g)).toHaveLength(2)
})

test('wide characters do not shift what comes after them', () => {
  const narrow = cellsBeforeArrow(line({ sender: 'Anna', text: 'hello' }))
  for (const [sender, text] of [
    ['山田太郎', '今晩八時に会いましょう。'],
    ['👨‍👩‍👧‍👦 Family', '🎉🎉❤️ © ™'],
    ['山'.repeat(40), '語'.repeat(400)],
  ] as const)
    expect(cellsBeforeArrow(line({ sender, text }))).toBe(narrow)
})

test.each([
  ['colours', '\u001b[31mred\u001b[0m', 'red'],
  ['a clearing of the screen', 'a\u001b[2Jb', 'ab'],
  ['a title of the window', 'a\u001b]0;owned\u0007b', 'ab'],
  ['a link', '\u001b]8;;https://evil.example\u0007here\u001b]8;;\u0007', 'here'],
  ['an escape of one byte', 'a\u009b31mb', 'ab'],
  ['a bell and a backspace', 'a\u0007\u0008b', 'ab'],
  ['a turn of the direction', 'a\u202egnp.exe\u202c', 'agnp.exe'],
  ['an isolate', 'a\u2066b\u2069', 'ab'],
  ['lines', 'one\r\ntwo\u2028three\u0085four', /one two three ?four/],
])('%s in a message cannot control the terminal', (_what, text, shown) => {
  for (const steered of [line({ text }), line({ sender: text, text: 'x' })]) {
    expect(steered).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u2028\u2029]/u)
    expect(steered).toMatch(shown)
  }
})

test('a message without text lists its files, and one without either says so', () => {
  const cat = { guid: 'a1', name: 'cat\u001b[31m.png', mime: 'image/png', size: 3 }
  expect(line({ text: null, attachments: [cat] })).toContain('[cat.png]')
  expect(line({ text: 'look', attachments: [cat] })).toContain('look [cat.png]')
  expect(line({ text: null })).toContain('[no text]')
})
