import { expect, it } from 'vitest'
import type { AddedToWhitelist } from '../../../../src/contract/whitelist.ts'
import { addPasted } from './add-pasted.ts'
import { pastedLines } from './pasted-lines.ts'

const entryOf = (handle: string, added: boolean): AddedToWhitelist => ({
  handle,
  kind: 'handle',
  display_name: handle,
  avatar_url: null,
  last_message_ts: null,
  addresses: [handle],
  other_addresses: [],
  added,
})

it('continues after a refused line and reports the result of each', async () => {
  const add = async (handle: string) => {
    if (handle.startsWith('no')) throw new Error('This is no address.')
    return entryOf(handle, !handle.startsWith('old'))
  }
  const lines = pastedLines('a@example.org\nAnna\nno@example.org\nold@example.org')
  const results = await addPasted(lines, add)
  expect(results.map(({ is }) => is)).toEqual(['added', 'no_address', 'refused', 'there_already'])
  expect(results[2]).toMatchObject({ text: 'no@example.org', reason: 'This is no address.' })
})
