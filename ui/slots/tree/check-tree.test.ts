import { expect, test } from 'vitest'
import { checkTree } from './check-tree.ts'

const treeOf = (value: unknown) => (checkTree(value) as { tree: unknown }).tree
const column = (...children: unknown[]) => ({ type: 'column', children })

test('known nodes are kept with their own fields only', () => {
  expect(treeOf({ type: 'button', label: 'Go', onPress: 0, style: 'position:fixed', onclick: 'x' })).toEqual({
    ...{ type: 'button', label: 'Go', onPress: 0, disabled: false, icon: undefined, kind: undefined },
  })
  expect(treeOf(null)).toBeNull()
})

test.each([
  { type: 'iframe', src: 'https://evil.example' },
  { type: 'script', text: 'alert(1)' },
  { type: '__proto__' },
  { type: 'constructor' },
  { type: 'link', label: 'x', href: 'javascript:alert(1)' },
  { type: 'link', label: 'x', href: '/api/v1/conversations' },
  { type: 'image', src: 'https://evil.example/x.png', alt: '' },
  { type: 'image', src: 'data:image/svg+xml;base64,AAAA', alt: '' },
  { type: 'image', src: 'data:image/png;base64,AA"onload="x', alt: '' },
  'text',
  [[]],
])('%j is omitted', (value) => {
  expect(treeOf(column(value, { type: 'divider' }))).toEqual(column({ type: 'divider' }))
  expect(treeOf(value)).toBeNull()
})

test('fields of another type are dropped', () => {
  expect(treeOf({ type: 'text', text: { toString: 1 }, tone: 'red', strong: 1 })).toEqual({
    ...{ type: 'text', text: '', tone: 'plain', strong: false },
  })
  expect(treeOf({ type: 'progress', label: 'x', value: Number.NaN, max: '9' })).toMatchObject({ value: undefined })
  expect(treeOf({ type: 'button', label: 'x', onPress: 'alert(1)' })).toMatchObject({ onPress: undefined })
})

const nested = (levels: number): unknown => (levels === 0 ? { type: 'divider' } : column(nested(levels - 1)))

test.each([
  [column(...Array.from({ length: 200 }, () => ({ type: 'divider' }))), '200 nodes'],
  [column(...Array.from({ length: 200 }, () => ({ type: 'unknown' }))), '200 nodes'],
  [{ type: 'text', text: 'x'.repeat(4_097) }, '4096 characters'],
  [{ type: 'bars', label: '', bars: [{ label: 'x'.repeat(4_097), value: 1 }] }, '4096 characters'],
  [nested(8), '8 levels'],
])('exceeding a limit is a breach', (value, why) => {
  expect(checkTree(value)).toEqual({ breach: `more than ${why}` })
})

test('reaching a limit is not a breach', () => {
  expect(checkTree(nested(7))).toHaveProperty('tree')
  expect(checkTree({ type: 'text', text: 'x'.repeat(4_096) })).toHaveProperty('tree')
  expect(checkTree(column(...Array.from({ length: 199 }, () => ({ type: 'divider' }))))).toHaveProperty('tree')
})
