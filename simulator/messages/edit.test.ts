import { describe, expect, it } from 'vitest'
import { readPropertyList } from '../../src/apple/plist/binary-plist.ts'
import { textOf } from '../formats/attributed-body.ts'
import { type TemporaryMac, temporaryMac } from '../temporary-mac.ts'

const friend = '+15550100'
const png = { name: 'a.png', bytes: Buffer.from('a') }

interface Summary {
  ec?: Record<number, Array<{ t: Buffer }>>
  ep?: number[]
  otr?: unknown
  rp?: number[]
}

function stateOf(mac: TemporaryMac) {
  const row = mac.row(`SELECT text, attributedBody AS body, message_summary_info AS summary, is_empty, part_count,
    date_edited > 0 AS edited, coalesce(date_retracted, 0) AS retracted FROM message`)
  const summary = readPropertyList(row?.summary as Uint8Array) as Summary
  const { text, is_empty, part_count, edited, retracted } = row ?? {}
  return { text, is_empty, part_count, edited, retracted, body: textOf(row?.body as Uint8Array), summary }
}

const historyOf = ({ ec = {} }: Summary, part: number): string[] => (ec[part] ?? []).map(({ t }) => textOf(t))

describe('an edit', () => {
  it('changes the same row and keeps every wording, oldest first', () => {
    using mac = temporaryMac()
    const message = mac.messages.receive({ from: friend, text: 'helo' })
    mac.messages.edit({ message, text: 'hello' })
    mac.messages.edit({ message: message.guid, text: 'hello!' })
    const { body, summary, edited, text } = stateOf(mac)
    expect({ body, edited, text, history: historyOf(summary, 0), parts: summary.ep, original: summary.otr }).toEqual({
      body: 'hello!',
      edited: 1,
      text: null,
      history: ['helo', 'hello', 'hello!'],
      parts: [0],
      original: { 0: { lo: 0, le: 4 } },
    })
  })

  it('of one bubble does not change the others', () => {
    using mac = temporaryMac()
    const message = mac.messages.receive({ from: friend, parts: ['one', png, 'two'] })
    mac.messages.edit({ message, part: 2, text: 'three' })
    const { body, summary } = stateOf(mac)
    expect(body).toBe('one\ufffcthree')
    expect(historyOf(summary, 2)).toEqual(['two', 'three'])
  })

  it('of a message from another run keeps its text as the first wording', () => {
    using mac = temporaryMac({ macos: 15, messages: 1, chats: 1 })
    const before = stateOf(mac).body
    mac.messages.edit({ message: String(mac.row('SELECT guid FROM message')?.guid), text: 'new' })
    expect(historyOf(stateOf(mac).summary, 0)).toEqual([before, 'new'])
  })
})

describe('an unsend', () => {
  it('of all bubbles empties the row and does not set date_retracted', () => {
    using mac = temporaryMac()
    mac.messages.unsend({ message: mac.messages.receive({ from: friend, text: 'oops' }) })
    const { summary, ...row } = stateOf(mac)
    expect(row).toEqual({ text: null, body: '', is_empty: 1, part_count: 0, edited: 1, retracted: 0 })
    expect(summary.rp).toEqual([0])
  })

  it('of one bubble keeps the others under their old numbers', () => {
    using mac = temporaryMac()
    const message = mac.messages.receive({ from: friend, parts: ['one', 'two', 'three'] })
    mac.messages.unsend({ message, parts: [1] })
    const { body, summary, is_empty, part_count } = stateOf(mac)
    expect({ body, is_empty, part_count, unsent: summary.rp }).toEqual({
      body: 'onethree',
      is_empty: 0,
      part_count: 2,
      unsent: [1],
    })
  })

  it('may follow an edit', () => {
    using mac = temporaryMac()
    const message = mac.messages.receive({ from: friend, text: 'helo' })
    mac.messages.edit({ message, text: 'hello' })
    mac.messages.unsend({ message })
    const { summary, body } = stateOf(mac)
    expect({ body, history: historyOf(summary, 0), unsent: summary.rp }).toEqual({
      body: '',
      history: ['helo', 'hello'],
      unsent: [0],
    })
  })
})
