import { expect, test } from 'vitest'
import type { Handle, RowId } from '../../contract/ids.ts'
import { anna } from '../../domain/test-row.ts'
import { handoverOfGhost } from './ghost-row.ts'

const ghost = { rowid: 8 as RowId, isBlank: true, chatGuid: null, handle: anna as Handle }
const sought = (handle: string, afterRowid: number, rowid: number | null = null) => ({
  handle,
  afterRowid: afterRowid as RowId,
  rowid: rowid as RowId | null,
})

test('a ghost row belongs to the oldest handover to its address that still has no row', () => {
  const [other, first, second] = [sought('+12025550145', 1), sought(anna, 3), sought(anna, 4)]
  expect(handoverOfGhost(ghost, [other, first, second])).toBe(first)
})

test('a group is recognised by its chat identifier', () => {
  const group = sought('chat123', 1)
  expect(handoverOfGhost({ ...ghost, handle: 'chat123' as Handle }, [group])).toBe(group)
})

test.each([
  ['a row with words or files', { ...ghost, isBlank: false }, [sought(anna, 1)]],
  ['a row that stands in a chat', { ...ghost, chatGuid: 'any;-;x' }, [sought(anna, 1)]],
  ['a row to nobody', { ...ghost, handle: null }, [sought(anna, 1)]],
  ['a row from before', ghost, [sought(anna, 8)]],
  ['a row to somebody else', ghost, [sought('+12025550145', 1)]],
  ['a row where ours has landed', ghost, [sought(anna, 1, 5)]],
])('%s is not a ghost row of ours', (_what, row, handovers) => expect(handoverOfGhost(row, handovers)).toBeUndefined())
