import { expect, onTestFinished, test } from 'vitest'
import type { FileToAttach } from '../../../simulator/messages/attachments.ts'
import { macosVersions } from '../../../simulator/schema/macos-version.ts'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import { anna, ben, carla, historyIn, minute } from './test-history.ts'

const historyOf = historyIn({ temporaryMac, onTestFinished })

const picture: FileToAttach = {
  name: 'cat.heic',
  bytes: Buffer.from('cat'),
  mime: 'image/heic',
  uti: 'public.heic',
  width: 300.4,
  height: 200,
}

test.each(macosVersions)('on macOS %i a message says who wrote what, when and how', (macos) => {
  const { messages, page } = historyOf({ macos })
  const written = messages.receive({
    from: anna,
    text: 'Happy birthday',
    subject: 'You!',
    effect: 'confetti',
    atMs: minute(0),
    read: minute(1),
  })
  expect(page(written.chatGuid)).toEqual([
    {
      rowid: written.rowid,
      guid: written.guid,
      text: 'Happy birthday',
      sender: 'Anna',
      handle: anna,
      is_from_me: false,
      ts: '2026-06-01T12:00:00.000Z',
      read_at: '2026-06-01T12:01:00.000Z',
      tapbacks: [],
      reply_to_guid: null,
      reply_to: null,
      edited: false,
      attachments: [],
      kind: 'text',
      service: 'iMessage',
      status: null,
      error_code: null,
      edited_at: null,
      edits: [],
      unsent: false,
      delivered_at: null,
      subject: 'You!',
      effect: 'confetti',
      link_preview: null,
      mentions: [],
      tapback_details: [],
      starred: false,
    },
  ])
})

test('an own message reports its delivery status', () => {
  const { messages, page } = historyOf()
  const message = messages.send({ to: anna, text: 'hello', atMs: minute(0) })
  const now = () => page(message.chatGuid)[0]
  expect(now()).toMatchObject({ sender: 'Me', handle: anna, is_from_me: true, status: 'pending' })
  messages.sent({ message })
  expect(now()).toMatchObject({ status: 'sent', delivered_at: null })
  messages.delivered({ message, atMs: minute(1) })
  expect(now()).toMatchObject({ status: 'delivered', delivered_at: '2026-06-01T12:01:00.000Z', read_at: null })
  messages.readByRecipient({ message, atMs: minute(2) })
  expect(now()).toMatchObject({ status: 'read', read_at: '2026-06-01T12:02:00.000Z' })
  messages.failed({ message: messages.send({ to: anna, text: 'again' }), error: 22 })
  expect(page(message.chatGuid)[1]).toMatchObject({ status: 'failed', error_code: 22 })
})

test('an own message in a group has the group as its handle', () => {
  const { messages, page } = historyOf()
  const { guid, identifier } = messages.createGroup({ members: [anna, ben] })
  messages.send({ chat: guid, text: 'hello' })
  expect(page(guid)).toMatchObject([{ handle: identifier, sender: 'Me' }])
})

test('a reply names the root of its thread', () => {
  const { messages, page } = historyOf()
  const root = messages.receive({ from: anna, text: 'lunch?' })
  messages.send({ to: anna, text: 'yes', replyTo: { guid: root.guid, length: 6 } })
  expect(page(root.chatGuid).map(({ reply_to_guid }) => reply_to_guid)).toEqual([null, root.guid])
  expect(page(root.chatGuid)[1]?.reply_to).toEqual({
    rowid: root.rowid,
    sender: 'Anna',
    is_from_me: false,
    text: 'lunch?',
  })
  messages.moveToRecentlyDeleted({ message: root })
  expect(page(root.chatGuid)).toMatchObject([{ reply_to_guid: root.guid, reply_to: null }])
})

test('impossible dates are shown as null or as the latest valid date', () => {
  const { messages, page, set } = historyOf()
  const message = messages.receive({ from: anna, text: 'hello' })
  set(message, 'date_read = 9223372036854775807, date = 9000000000000000000')
  expect(page(message.chatGuid)).toMatchObject([{ read_at: null, ts: '2286-03-14T16:00:00.000Z' }])
  set(message, 'date = 999999999999')
  expect(page(message.chatGuid)).toMatchObject([{ ts: '9999-12-31T00:00:00.000Z' }])
  set(message, 'date = 600000000')
  expect(page(message.chatGuid)).toMatchObject([{ ts: '2020-01-06T10:40:00.000Z' }])
})

test.each(macosVersions)(
  'on macOS %i attachments come with kind, state and address, in the order of the text',
  (macos) => {
    const { messages, page } = historyOf({ macos })
    const files: FileToAttach[] = [
      picture,
      { name: 'film.mov', mime: 'video/quicktime', state: 'transferring' },
      { name: 'place.loc.vcf', mime: 'text/vcard', state: 'missing' },
      { name: 'anna.vcf', mime: 'text/vcard', bytes: Buffer.from('x') },
      { name: 'logo.svg', mime: 'image/svg+xml', bytes: Buffer.from('x') },
      {
        name: 'Audio Message.caf',
        mime: null,
        uti: 'com.apple.coreaudio-format',
        transcript: 'call me',
        state: 'waiting',
      },
      { name: 'report.pdf', mime: null, uti: 'com.adobe.pdf', bytes: Buffer.from('pdf!') },
    ]
    const { chatGuid } = messages.receive({ from: anna, parts: ['look: ', ...files] })
    const [message] = page(chatGuid)
    const [first] = message?.attachments ?? []
    const url = `/api/v1/attachments/${encodeURIComponent(first?.id ?? '')}`
    expect(message?.text).toBe('look: ')
    expect(first).toEqual({
      id: expect.any(String),
      filename: 'cat.heic',
      mime_type: 'image/heic',
      size: 3,
      kind: 'image',
      state: 'ready',
      is_sticker: false,
      width: 300,
      height: 200,
      duration_s: null,
      transcript: null,
      url,
      thumbnail_url: `${url}?thumb=240`,
    })
    expect(
      message?.attachments.map(({ kind, state, thumbnail_url, transcript }) => [
        kind,
        state,
        thumbnail_url !== null,
        transcript,
      ]),
    ).toEqual([
      ['image', 'ready', true, null],
      ['video', 'arriving', false, null],
      ['location', 'missing', false, null],
      ['contact', 'ready', false, null],
      ['image', 'ready', false, null],
      ['audio', 'arriving', false, 'call me'],
      ['file', 'ready', false, null],
    ])
  },
)

test('an attachment that got another GUID from Messages in iCloud keeps its position', () => {
  const { messages, page } = historyOf()
  const { chatGuid } = messages.receive({ from: anna, files: [picture, { ...picture, name: 'dog.heic' }] })
  messages.db.exec("UPDATE attachment SET guid = 'new-' || guid WHERE ROWID = 1")
  expect(page(chatGuid)[0]?.attachments.map(({ filename, width }) => [filename, width])).toEqual([
    ['cat.heic', 300],
    ['dog.heic', 300],
  ])
})

test('a mention has its position in the text as it is shown', () => {
  const { messages, page } = historyOf()
  const { guid } = messages.createGroup({ members: [anna, ben] })
  messages.receive({ from: anna, chat: guid, parts: [picture, [{ text: 'for ' }, { text: 'Ben', mention: ben }]] })
  expect(page(guid)).toMatchObject([{ text: 'for Ben', mentions: [{ handle: ben, start: 4, length: 3 }] }])
})

test('markup in a message is plain text', () => {
  const { messages, page } = historyOf()
  const text = '<script>alert(1)</script> & <b>'
  expect(page(messages.receive({ from: anna, text }).chatGuid)).toMatchObject([{ text }])
})

test('system lines are sentences with names', () => {
  const { messages, page } = historyOf()
  const { guid: chat } = messages.createGroup({ members: [anna, ben] })
  messages.addParticipant({ chat, by: anna, who: carla })
  messages.removeParticipant({ chat, who: ben })
  messages.renameGroup({ chat, name: 'Two' })
  messages.setGroupPhoto({ chat, by: anna, photo: picture })
  messages.leaveGroup({ chat, by: anna })
  const lines = page(chat)
  expect(lines.map(({ text }) => text)).toEqual([
    'Anna added Carla to the conversation.',
    'You removed Ben from the conversation.',
    'You named the conversation “Two”.',
    'Anna changed the group photo.',
    'Anna left the conversation.',
  ])
  expect(
    lines.every(({ kind, status, attachments }) => kind === 'system' && status === null && attachments.length === 0),
  ).toBe(true)
})

test('the system line for adding the user says "you"', () => {
  const { messages, texts } = historyOf({}, { selfHandles: () => [carla] })
  const { guid: chat } = messages.createGroup({ members: [anna] })
  messages.addParticipant({ chat, by: anna, who: carla })
  expect(texts(chat)).toEqual(['Anna added you to the conversation.'])
})
