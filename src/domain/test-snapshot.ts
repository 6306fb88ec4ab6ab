/** Builds for tests the snapshot of a message that nothing has happened to, changed where a test needs it. */
import type { ChatGuid } from '../contract/ids.ts'
import type { RowSnapshot } from './changes.ts'

export const snapshotOf = (changes: Partial<RowSnapshot> = {}): RowSnapshot => ({
  chatGuid: 'any;-;+15550100' as ChatGuid,
  isFromMe: false,
  edits: 0,
  unsent: 0,
  isDelivered: false,
  isReadByThem: false,
  isReadByMe: false,
  attachmentsReady: 0,
  tapback: null,
  ...changes,
})
