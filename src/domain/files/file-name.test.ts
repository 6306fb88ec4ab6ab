import { expect, it } from 'vitest'
import { safeFileName } from './file-name.ts'

it.each([
  ['cat.png', 'cat.png'],
  ['Grüße & "Küsse" (2).jpeg', 'Grüße & "Küsse" (2).jpeg'],
  ['שלום 👩‍👩‍👧.pdf', 'שלום 👩‍👩‍👧.pdf'],
  ['e\u0301te\u0301.txt', 'été.txt'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\Anna\\cat.png', 'cat.png'],
  ['At 12:30.png', 'At 12-30.png'],
  ['..', 'file'],
  ['.', 'file'],
  ['', 'file'],
  [' \n ', 'file'],
  ['a/', 'file'],
  ['.ssh', 'ssh'],
  ['. .hidden.png', 'hidden.png'],
  ['\u200e.hidden', 'hidden'],
  ['a\0b\nc\u2028d.png', 'abcd.png'],
  ['photo\u202egnp.exe', 'photognp.exe'],
  ['\u2066cat\u2069.png', 'cat.png'],
  ['half \ud83d.png', 'half .png'],
  ['cat.png ', 'cat.png'],
  ['con', 'con'],
])('%j is staged as %j', (name, safe) => {
  expect(safeFileName(name)).toBe(safe)
})

it.each([
  [`${'a'.repeat(300)}.png`, `${'a'.repeat(251)}.png`],
  [`${'é'.repeat(200)}.jpeg`, `${'é'.repeat(125)}.jpeg`],
  [`${'🍝'.repeat(100)}.png`, `${'🍝'.repeat(62)}.png`],
  ['x'.repeat(256), 'x'.repeat(255)],
  [`a.${'b'.repeat(300)}`, `a.${'b'.repeat(253)}`],
  [`${'e\u0301'.repeat(127)}.png`, `${'é'.repeat(125)}.png`],
])('a long name is cut at a whole character and keeps its extension', (name, safe) => {
  expect(safeFileName(name)).toBe(safe)
  expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(255)
})

it('a safe name stays as it is', () => {
  for (const name of ['../x', '.a.b', `${'é'.repeat(300)} .png`, 'a\u202eb', 'e\u0301']) {
    const safe = safeFileName(name)
    expect(safeFileName(safe)).toBe(safe)
  }
})
