import { expect, it } from 'vitest'
import type { ChatGuid, ConversationId, ConversationKey, DeliveryId, Handle } from '../contract/ids.ts'
import { testMessage } from '../plugins/test-host.ts'
import type { RelayMessage } from './message.ts'
import { bounded, toMessage, toNotice } from './redaction.ts'

const crossing = (message: Partial<RelayMessage>) => ({
  message: bounded(testMessage(message)),
  deliveryId: 'delivery' as DeliveryId,
  attempt: 1,
  conversationId: 'conversation' as ConversationId,
  personId: 'a1b2c3d4-0000-8000-8000-000000000000',
})
const senderOf = (sender: string, handle = '+15550001111') =>
  toNotice(crossing({ sender, handle: handle as Handle })).sender
const groupOf = (groupName: string | null) => toNotice(crossing({ groupName, isGroup: true })).group_name

/** A random source that yields the same sequence in every run. */
function randomSource(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

const random = randomSource(42)
const pick = <T>(...from: T[]): T => from[Math.floor(random() * from.length)] as T
const digits = (length: number) => Array.from({ length }, () => Math.floor(random() * 10)).join('')

function anyHandle(): string {
  const number = `1${digits(10)}`
  return pick(`+${number}`, number, `who.${digits(4)}@mail-${digits(3)}.example`, digits(5), `urn:biz:${digits(12)}`)
}

const spelled = (handle: string) =>
  pick(handle, handle.toUpperCase(), handle.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 ($1) $2-$3'), ` ${handle} `)

it('passes no handle, path or identifier of Messages, and no content to the notify tier', () => {
  for (let round = 0; round < 2_000; round++) {
    const handle = anyHandle()
    const mark = `MARK${digits(8)}X`
    const message: Partial<RelayMessage> = {
      handle: handle as Handle,
      chatGuid: `any;-;${handle}` as ChatGuid,
      conversation: `dm:${handle}` as ConversationKey,
      sender: pick(spelled(handle), `${spelled(handle)} (work)`),
      groupName: pick(null, `Friends of ${spelled(handle)}`, spelled(handle)),
      text: mark,
      replyTo: { guid: 'REPLY-GUID' as RelayMessage['guid'], excerpt: mark },
      attachments: [{ guid: 'ATTACHMENT-GUID', name: `/Users/me/Library/${handle}.vcf`, mime: null, size: 3 }],
    }
    const crossed = JSON.stringify(toMessage(crossing(message)))
    const subscriber = handle.replace(/\D/g, '').slice(-10)
    for (const secret of ['GUID-', 'REPLY-GUID', 'any;', '/Users', 'Library', handle, handle.toUpperCase()])
      expect(crossed).not.toContain(secret)
    if (subscriber.length >= 5) expect(crossed.replace(/MARK\d+X/g, '').replace(/\D/g, '')).not.toContain(subscriber)
    expect(JSON.stringify(toNotice(crossing(message)))).not.toContain(mark)
  }
})

it('names a sender as the contacts do', () => {
  expect(senderOf('Anna Müller')).toBe('Anna Müller')
  expect(senderOf('李')).toBe('李')
  expect(senderOf('🦊')).toBe('🦊')
})

it('labels a stranger with a code from the opaque id', () => {
  for (const sender of ['+15550001111', '+1 (555) 000-1111', '+44 20 7946 0000', 'who@example.com', '', '  '])
    expect(senderOf(sender)).toBe('Unknown sender A1B2')
  expect(senderOf('INFO@SHOP.example', 'info@shop.example')).toBe('Unknown sender A1B2')
  expect(senderOf('AMAZON', 'AMAZON')).toBe('Unknown sender A1B2')
})

it('keeps the parts of a name that are not a handle', () => {
  expect(senderOf('Anna (+1 555 222 3333)')).toBe('Anna (•••)')
  expect(groupOf('Class of 2024')).toBe('Class of 2024')
  expect(groupOf('Anna & +15552223333')).toBe('Anna & •••')
  expect(groupOf('+15552223333, +15554445555')).toBeNull()
  expect(groupOf(null)).toBeNull()
})

it('keeps the date in the name of a picture, and drops its folder', () => {
  const attachments = [{ guid: 'a', name: '/tmp/IMG_20260102_030405.jpg', mime: 'image/jpeg', size: 9 }]
  expect(toMessage(crossing({ attachments })).attachments).toEqual([
    { mime: 'image/jpeg', name: 'IMG_20260102_030405.jpg', size: 9 },
  ])
})

it('truncates a long text between characters, not within one', () => {
  const text = toMessage(crossing({ text: '😀'.repeat(40_000) })).text ?? ''
  expect(text.length).toBeLessThanOrEqual(32_768)
  expect(text.isWellFormed()).toBe(true)
})

it('reports that there are attachments without naming them', () => {
  const attachments = [{ guid: 'a', name: 'x.jpg', mime: 'image/jpeg', size: 9 }]
  expect(toNotice(crossing({ attachments }))).toEqual({
    delivery_id: 'delivery',
    attempt: 1,
    conversation_id: 'conversation',
    sender: 'Anna',
    is_group: false,
    group_name: null,
    ts: '2026-01-02T03:04:05.000Z',
    kind: 'text',
    has_attachments: true,
  })
})

it('handles a name of any length quickly', () => {
  const groupName = 'a'.repeat(1_000_000)
  expect(toNotice(crossing({ groupName, isGroup: true })).group_name).toHaveLength(255)
})

it('only a note that the user wrote to themselves is marked as one, in every tier', () => {
  for (const made of [toNotice, toMessage]) {
    expect(made(crossing({ isNote: true }))).toMatchObject({ is_note: true })
    expect(made(crossing({}))).not.toHaveProperty('is_note')
  }
})
