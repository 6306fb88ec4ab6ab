/** For tests: how a message looks that nothing has happened to, changed where a test cares. */
import type { ChatGuid } from '../contract/ids.ts'
import type { Look } from './changes.ts'

export const lookOf = (changes: Partial<Look> = {}): Look => ({
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
