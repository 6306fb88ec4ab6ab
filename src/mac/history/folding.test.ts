import { expect, onTestFinished, test } from 'vitest'
import { macosVersions } from '../../../simulator/schema/macos-version.ts'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import { anna, ben, historyIn, minute } from './test-history.ts'

const historyOf = historyIn({ temporaryMac, onTestFinished })

const sticker = { name: 's.heic', bytes: Buffer.from('x'), mime: 'image/heic', sticker: { pack: 'p', id: '1' } }

test.each(macosVersions)('on macOS %i tapbacks belong to their message, only the last one of each person', (macos) => {
  const { messages, page } = historyOf({ macos })
  const { guid: chat } = messages.createGroup({ members: [anna, ben] })
  const target = messages.receive({ from: anna, chat, text: 'good news', atMs: minute(0) })
  messages.tapback({ target, kind: 'like', atMs: minute(1) })
  messages.tapback({ target, from: ben, kind: 'laugh', naming: 'bare', atMs: minute(2) })
  messages.tapback({ target, from: ben, kind: 'love', atMs: minute(3) })
  messages.tapback({ target, from: anna, kind: 'question', atMs: minute(4) })
  messages.removeTapback({ target, from: anna, kind: 'question', atMs: minute(5) })
  expect(page(chat)).toMatchObject([
    {
      tapbacks: ['👍', '❤️'],
      tapback_details: [
        { emoji: '👍', handle: null, sender: 'Me', is_from_me: true, ts: '2026-06-01T12:01:00.000Z', part: 0 },
        { emoji: '❤️', handle: ben, sender: 'Ben', is_from_me: false, ts: '2026-06-01T12:03:00.000Z', part: 0 },
      ],
    },
  ])
})

test('any emoji can be a tapback, and a sticker is a tapback without an emoji', () => {
  const { messages, page } = historyOf({ macos: 26 })
  const target = messages.receive({ from: anna, text: 'party' })
  messages.tapback({ target, from: anna, kind: { emoji: '🎉' } })
  messages.tapback({ target, kind: { sticker } })
  messages.placeSticker({ target, from: anna, sticker })
  const [message] = page(target.chatGuid)
  expect(message?.tapbacks).toEqual(['🎉'])
  expect(message?.tapback_details.map(({ emoji, is_from_me }) => [emoji, is_from_me])).toEqual([
    ['🎉', false],
    [null, true],
    [null, false],
  ])
})

test('tapbacks on parts of a message are found, even after parts were unsent', () => {
  const { messages, page } = historyOf()
  const target = messages.receive({ from: anna, parts: ['one', 'two', 'three'] })
  messages.tapback({ target, kind: 'love', part: 2 })
  messages.tapback({ target, from: anna, kind: 'like', part: 1 })
  messages.unsend({ message: target, parts: [0] })
  expect(page(target.chatGuid)).toMatchObject([
    { text: 'twothree', unsent: false, tapback_details: [{ part: 2 }, { part: 1 }] },
  ])
})

test.each([13, 15, 26] as const)('on macOS %i an edited message keeps its earlier versions', (macos) => {
  const { messages, page } = historyOf({ macos })
  const message = messages.receive({ from: anna, text: 'fist', atMs: minute(0) })
  messages.edit({ message, text: 'frist', atMs: minute(1) })
  messages.edit({ message, text: 'first', atMs: minute(2) })
  expect(page(message.chatGuid)).toMatchObject([
    {
      text: 'first',
      edited: true,
      edited_at: '2026-06-01T12:02:00.000Z',
      edits: [
        { text: 'fist', ts: '2026-06-01T12:00:00.000Z' },
        { text: 'frist', ts: '2026-06-01T12:01:00.000Z' },
      ],
    },
  ])
})

test('an edit without a date of its own still counts as an edit', () => {
  const { messages, page } = historyOf({ macos: 27 })
  const message = messages.receive({ from: anna, text: 'a', atMs: minute(0) })
  messages.edit({ message, text: 'b', atMs: minute(1), withoutDate: true })
  expect(page(message.chatGuid)).toMatchObject([{ text: 'b', edited: true, edited_at: '2026-06-01T12:01:00.000Z' }])
})

test.each([13, 26] as const)('on macOS %i an unsent message is marked as unsent and shows no content', (macos) => {
  const { messages, page } = historyOf({ macos })
  const message = messages.receive({ from: anna, text: 'oops' })
  messages.edit({ message, text: 'oops!' })
  messages.unsend({ message })
  expect(page(message.chatGuid)).toMatchObject([{ text: '', unsent: true, edited: false, edits: [], attachments: [] }])
})

test.each(macosVersions)('on macOS %i a link shows its preview, whichever row holds the preview', (macos) => {
  const { messages, page } = historyOf({ macos })
  const link = { url: 'https://example.com/a', title: 'An example', summary: 'Read on.', siteName: 'Example' }
  const picture = { name: 'x.pluginPayloadAttachment', bytes: Buffer.from('x') }
  const shown = {
    link_preview: {
      url: link.url,
      title: link.title,
      summary: link.summary,
      site_name: link.siteName,
      image_url: expect.stringMatching(/^\/api\/v1\/attachments\//),
    },
    attachments: [],
  }
  const first = messages.receive({ from: anna, text: 'look: https://example.com/a' })
  messages.addLinkPreview({ message: first, link, picture })
  messages.addLinkPreview({ message: messages.receive({ from: anna, text: link.url }), link, picture, unnamed: true })
  messages.receive({ from: ben, text: 'https://example.com/a' })
  messages.linkPreview({ from: ben, link, picture })
  expect(page(first.chatGuid)).toMatchObject([shown, { ...shown, text: link.url }])
  expect(page(`any;-;${ben}`)).toMatchObject([shown])
})

test('a preview row at the edge of a page belongs to the text before it', () => {
  const { messages, page } = historyOf()
  const link = { url: 'https://example.com/a', title: 'An example' }
  const text = messages.receive({ from: anna, text: link.url, atMs: minute(0) })
  messages.linkPreview({ from: anna, link, atMs: minute(0) + 1_200 })
  const last = messages.receive({ from: anna, text: 'did you see?', atMs: minute(1) })
  expect(page(text.chatGuid, { limit: 1, before_rowid: last.rowid })).toMatchObject([
    { rowid: text.rowid, link_preview: { title: 'An example' } },
  ])
  expect(page(text.chatGuid, { limit: 1, after_rowid: text.rowid })).toMatchObject([{ rowid: last.rowid }])
})

test('an address that is not of the web yields no preview', () => {
  const { messages, page } = historyOf()
  const message = messages.receive({ from: anna, text: 'x' })
  messages.addLinkPreview({ message, link: { url: 'javascript:alert(1)', title: 'Free!' } })
  expect(page(message.chatGuid)).toMatchObject([{ link_preview: null }])
})

test('a poll lists its options with the newest votes of everyone', () => {
  const { messages, page, list } = historyOf({ macos: 26 })
  const { guid: chat } = messages.createGroup({ members: [anna, ben] })
  const poll = messages.createPoll({ chat, from: anna, options: ['Friday', 'Saturday'], atMs: minute(0) })
  messages.vote({ poll, choose: ['Friday'], atMs: minute(1) })
  messages.vote({ poll, from: ben, choose: ['Friday', 'Saturday'], atMs: minute(2) })
  const changed = messages.addPollOption({ poll, from: ben, text: 'Sunday', atMs: minute(3) })
  messages.vote({ poll: changed, from: ben, choose: ['Sunday'], atMs: minute(4) })
  const text = 'Poll: Friday (1) · Saturday · Sunday (1)'
  expect(page(chat)).toMatchObject([{ rowid: poll.rowid, kind: 'app', text }])
  expect(list()).toMatchObject([{ last_message: text }])
})

test('an app balloon shows its newest state in the message that began it', () => {
  const { messages, page, set } = historyOf()
  const game = messages.appBalloon({ from: anna, app: 'game', message: { appName: 'Chess', caption: 'Your move.' } })
  const move = messages.appBalloon({ from: anna, app: 'game', message: { appName: 'Chess', caption: 'Checkmate.' } })
  set(move, `associated_message_type = 2, associated_message_guid = '${game.guid}'`)
  expect(page(game.chatGuid)).toMatchObject([{ rowid: game.rowid, kind: 'app', text: 'Checkmate.' }])
})
