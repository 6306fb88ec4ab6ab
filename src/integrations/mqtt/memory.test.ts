import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { InboundMessage } from '../../plugin-api/index.ts'
import { Memory } from './memory.ts'

let path: string
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'memory-')), 'memory.json')
})
afterEach(() => rmSync(join(path, '..'), { recursive: true }))

const from = (id: string, part: Partial<InboundMessage> = {}) =>
  ({ conversation_id: id, sender: `Person ${id}`, is_group: false, group_name: null, ...part }) as InboundMessage

test('the identity and what was received survive a restart', () => {
  const before = new Memory(path)
  before.noteMessage(from('a'))
  before.noteMessage(from('a', { sender: 'Anna' }))
  before.noteMessage(from('g', { is_group: true, group_name: 'Hiking' }))
  const after = new Memory(path).value
  expect(after).toMatchObject({ id: before.value.id, received: 3, gone: [] })
  expect(after.conversations).toEqual([
    { id: 'a', name: 'Anna' },
    { id: 'g', name: 'Hiking' },
  ])
})

test('keeps the thirty most recent conversations, and treats the others as gone until they write again', () => {
  const memory = new Memory(path)
  for (let n = 0; n < 32; n++) memory.noteMessage(from(`c${n}`))
  expect(memory.value.conversations).toHaveLength(30)
  expect(memory.value.gone).toEqual(['c0', 'c1'])
  memory.noteMessage(from('c0'))
  expect(memory.value.gone).toEqual(['c1', 'c2'])
})

test('starts over when the file cannot be read', () => {
  writeFileSync(path, '{"id":')
  expect(new Memory(path).value).toMatchObject({ id: expect.stringMatching(/^relay_[0-9a-f]{12}$/), received: 0 })
})
