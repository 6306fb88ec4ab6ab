import { expect, it } from 'vitest'
import { temporaryMac } from '../temporary-mac.ts'

const stranger = '+12025550177'

it('a chat can be filed as spam, and its sender can be blocked', () => {
  using mac = temporaryMac()
  const { chatGuid: chat = '' } = mac.messages.receive({ from: stranger, text: 'you have won' })
  mac.messages.filterChat({ chat, category: 2 })
  mac.messages.block({ chat })
  expect(mac.row('SELECT is_filtered, is_blackholed FROM chat')).toEqual({ is_filtered: 2, is_blackholed: 1 })
})

it('macOS 27 files single messages, both in their row and in their chat', () => {
  using mac = temporaryMac({ macos: 27 })
  const message = mac.messages.receive({ from: stranger, text: 'half price' })
  mac.messages.fileMessage({ message, as: 'promotion' })
  expect(
    mac.row('SELECT m.filter_action AS row, j.filter_action AS place FROM message m JOIN chat_message_join j'),
  ).toEqual({ row: 3, place: 3 })
})

it('an older macOS cannot file single messages', () => {
  using mac = temporaryMac({ macos: 26 })
  const message = mac.messages.receive({ from: stranger, text: 'half price' })
  expect(() => mac.messages.fileMessage({ message, as: 'junk' })).toThrow('does not file single messages')
})
