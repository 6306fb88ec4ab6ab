import { describe, expect, it } from 'vitest'
import { temporaryMac } from '../temporary-mac.ts'

const friend = '+15550100'
const sticker = { name: 's.heic', bytes: Buffer.from('s'), sticker: { pack: 'com.example.stickers', id: '1' } }

const scene = (macos: 14 | 15 | 26 = 26) => {
  const mac = temporaryMac({ macos })
  const target = mac.messages.send({ to: friend, text: 'dinner at eight?', state: 'delivered' })
  const tapbacks = () =>
    mac
      .rows(`SELECT associated_message_type AS type, associated_message_guid AS guid FROM message
        WHERE associated_message_type != 0 ORDER BY ROWID`)
      .map(({ type, guid }) => `${type} ${String(guid).replace(target.guid, 'TARGET')}`)
  return { mac, target, tapbacks, [Symbol.dispose]: () => mac.close() }
}

describe('a tapback', () => {
  it('is a separate row that points at a part of its target', () => {
    using s = scene()
    s.mac.messages.tapback({ target: s.target, from: friend, kind: 'love' })
    expect(s.tapbacks()).toEqual(['2000 p:0/TARGET'])
    expect(
      s.mac.row(`SELECT is_from_me, associated_message_range_length AS length,
        instr(attributedBody, CAST('Loved “dinner at eight?”' AS BLOB)) > 0 AS says FROM message ORDER BY ROWID DESC`),
    ).toEqual({ is_from_me: 0, length: 16, says: 1 })
  })

  it.each([
    ['part', '2001 p:2/TARGET'],
    ['balloon', '2001 bp:TARGET'],
    ['bare', '2001 TARGET'],
  ] as const)('can name its target by %s', (naming, expected) => {
    using s = scene()
    s.mac.messages.tapback({ target: s.target.guid, from: friend, kind: 'like', part: 2, naming })
    expect(s.tapbacks()).toEqual([expected])
  })

  it('replaces the author’s earlier one, and leaves a gap', () => {
    using s = scene()
    const first = s.mac.messages.tapback({ target: s.target, from: friend, kind: 'love' })
    s.mac.messages.tapback({ target: s.target, kind: 'question' })
    const last = s.mac.messages.tapback({ target: s.target, from: friend, kind: 'laugh' })
    expect(s.tapbacks()).toEqual(['2005 p:0/TARGET', '2003 p:0/TARGET'])
    expect(last.rowid).toBe(first.rowid + 2)
  })

  it('disappears when removed, with or without a row for the removal', () => {
    using s = scene()
    s.mac.messages.tapback({ target: s.target, from: friend, kind: 'love' })
    s.mac.messages.removeTapback({ target: s.target, from: friend, kind: 'love' })
    expect(s.tapbacks()).toEqual(['3000 p:0/TARGET'])
    s.mac.messages.tapback({ target: s.target, from: friend, kind: 'like' })
    s.mac.messages.removeTapback({ target: s.target, from: friend, kind: 'like', silently: true })
    expect(s.tapbacks()).toEqual([])
  })

  it('can be any emoji since macOS 15, and is a plain text before', () => {
    using new15 = scene(15)
    new15.mac.messages.tapback({ target: new15.target, from: friend, kind: { emoji: '🎉' } })
    expect(
      new15.mac.row(
        'SELECT associated_message_type AS type, associated_message_emoji AS emoji FROM message ORDER BY ROWID DESC',
      ),
    ).toEqual({ type: 2006, emoji: '🎉' })
    using old = scene(14)
    old.mac.messages.tapback({ target: old.target, from: friend, kind: { emoji: '🎉' } })
    expect(old.tapbacks()).toEqual([])
    expect(old.mac.rows('SELECT 1 FROM message')).toHaveLength(2)
  })

  it('can be a sticker, whose picture is an attachment of the tapback’s row', () => {
    using s = scene()
    const tapback = s.mac.messages.tapback({ target: s.target, from: friend, kind: { sticker } })
    s.mac.messages.placeSticker({ target: s.target, from: friend, sticker })
    expect(s.tapbacks()).toEqual(['2007 p:0/TARGET', '1000 p:0/TARGET'])
    expect(
      s.mac.row(
        'SELECT message_id, is_sticker FROM message_attachment_join JOIN attachment ON attachment.ROWID = attachment_id',
      ),
    ).toEqual({ message_id: tapback.rowid, is_sticker: 1 })
  })
})
