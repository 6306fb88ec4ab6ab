import { Value } from '@sinclair/typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import { sampleFile } from '../../../simulator/media/sample-files.ts'
import { macosVersions } from '../../../simulator/schema/macos-version.ts'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import { MediaItem, type MediaKind, mediaKinds } from '../../contract/media.ts'
import { type GalleryPlace, mayHold } from './gallery.ts'
import type { History } from './history.ts'
import { anna, ben, historyIn, minute } from './test-history.ts'
import { walkSql } from './walk.ts'

const historyOf = historyIn({ temporaryMac, onTestFinished })

/** Reads all parts, with the limit given. */
function everything(history: History, guid: string, kind: MediaKind, limit = 100) {
  const items: MediaItem[] = []
  let from: GalleryPlace | undefined
  do {
    const part = history.gallery(guid, { kind, limit, from })
    items.push(...(part?.items ?? []))
    expect(part?.items.length).toBeLessThanOrEqual(limit)
    from = part?.next
  } while (from !== undefined)
  return items
}

const namesOf = (items: readonly MediaItem[]) =>
  items.map(({ attachment, link }) => attachment?.filename ?? link?.url ?? '')

const file = (name: string, mime = 'image/png') => ({ name, mime, bytes: Buffer.from(name) })

test.each(macosVersions)('on macOS %i pictures, links and files are found in the declared shape', (macos) => {
  const { history, messages } = historyOf({ macos })
  const { chatGuid } = messages.receive({ from: anna, text: 'hello', atMs: minute(0) })
  const guid = chatGuid ?? ''
  for (const [at, kind] of (['jpeg', 'pdf', 'caf', 'mp4', 'vcf'] as const).entries())
    messages.receive({ from: anna, files: [sampleFile(kind, 1)], atMs: minute(at + 1) })
  messages.send({ to: anna, text: 'see https://example.org/a and www.example.net.', atMs: minute(9) })
  messages.receive({ from: ben, files: [file('of-ben.png')], atMs: minute(10) })
  const all = (['media', 'links', 'files'] as const).map((kind) => everything(history, guid, kind))
  expect(all.map(namesOf)).toEqual([
    [sampleFile('mp4', 1).name, sampleFile('jpeg', 1).name],
    ['https://example.org/a', 'https://www.example.net/'],
    [sampleFile('vcf', 1).name, sampleFile('caf', 1).name, sampleFile('pdf', 1).name],
  ])
  expect(all.flat().every((item) => Value.Check(MediaItem, item))).toBe(true)
})

test('pages of any size hold every item once, also in the middle of a message', () => {
  const { history, messages } = historyOf()
  const album = ['a.png', 'b.png', 'c.png', 'd.png'].map((name) => file(name))
  const { chatGuid: guid = '' } = messages.receive({ from: anna, files: album, atMs: minute(0) })
  messages.receive({ from: anna, files: [file('e.png'), file('f.pdf', 'application/pdf')], atMs: minute(1) })
  messages.send({ to: anna, files: [file('g.png')], atMs: minute(1) })
  const whole = namesOf(everything(history, guid ?? '', 'media'))
  expect(whole).toEqual(['g.png', 'e.png', 'a.png', 'b.png', 'c.png', 'd.png'])
  for (const limit of [1, 2, 3, 5]) expect(namesOf(everything(history, guid ?? '', 'media', limit))).toEqual(whole)
})

test('what was unsent, deleted or stored again by iCloud is not there', () => {
  const { history, messages } = historyOf()
  const unsent = messages.receive({ from: anna, files: [file('unsent.png')], atMs: minute(0) })
  const deleted = messages.receive({ from: anna, files: [file('deleted.png')], atMs: minute(1) })
  const link = messages.receive({ from: anna, text: 'https://example.org/unsent', atMs: minute(2) })
  const kept = messages.receive({ from: anna, files: [file('kept.png')], atMs: minute(3) })
  messages.reland({ message: kept })
  for (const message of [unsent, link]) messages.unsend({ message })
  messages.deleteForGood({ message: deleted })
  const of = (kind: MediaKind) => namesOf(everything(history, kept.chatGuid ?? '', kind))
  expect([of('media'), of('links')]).toEqual([['kept.png'], []])
})

test('a conversation that is not shown has no gallery and no counts', () => {
  const { history } = historyOf()
  expect([
    history.gallery('any;-;nobody', { kind: 'media', limit: 5 }),
    history.tally('any;-;nobody', undefined),
  ]).toEqual([undefined, undefined])
})

test('messages are counted as they are shown', () => {
  const { history, messages, page } = historyOf()
  const { chatGuid = '' } = messages.receive({ from: anna, text: 'one', atMs: minute(0) })
  const link = messages.receive({ from: anna, text: 'https://example.org', atMs: minute(1) })
  messages.reland({ message: link })
  messages.tapback({ target: link, kind: 'love' })
  messages.send({ to: anna, text: 'two', atMs: minute(2) })
  const own = page(chatGuid ?? '').filter(({ is_from_me }) => is_from_me).length
  expect(history.tally(chatGuid ?? '', undefined)).toEqual({
    sent: own,
    received: page(chatGuid ?? '').length - own,
    next: undefined,
  })
})

test.each(macosVersions)(
  'on macOS %i no kind reads other rows than those of its conversation, by their index',
  (macos) => {
    const { mac } = historyOf({ macos })
    for (const kind of mediaKinds) {
      const sql = walkSql({ back: true, chats: 2, isDated: true, hasEnd: true }, mayHold[kind])
      const plan = mac.messages.db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()
      const steps = plan.map(({ detail }) => String(detail)).join('\n')
      expect(steps).toMatch(/SEARCH j USING (COVERING )?INDEX \S+ \(chat_id=\? AND .*message_date/)
      expect(steps).not.toMatch(/SCAN|TEMP B-TREE/)
    }
  },
)
