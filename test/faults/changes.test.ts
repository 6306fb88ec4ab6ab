import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sampleFile } from '../../simulator/media/sample-files.ts'
import { anna, type RelaySetup, relaySetup } from '../harness/relay-setup.ts'
import { until } from '../harness/until.ts'

const types = ({ journal }: RelaySetup) => journal.events().map(({ type }) => type)

test.for([
  ['while the bridge runs', false],
  ['while the bridge is down', true],
] as const)('changes to old messages %s become events, not texts', async ([, isDown]) => {
  await using relay = await relaySetup()
  const { messages } = relay.mac
  const { bytes, ...file } = sampleFile('jpeg', 5)
  const hear = (text: string) => messages.receive({ from: anna, text })
  const [edited, unsent, liked, disliked, read] = ['edited', 'unsent', 'liked', 'disliked', 'read'].map(hear)
  const picture = messages.receive({
    from: anna,
    text: 'picture',
    files: [{ ...file, guid: 'PICTURE', state: 'waiting' }],
  })
  const mine = messages.send({ to: anna, text: 'mine' })
  const target = (message: typeof edited) => message?.guid ?? expect.fail('not there')
  messages.tapback({ target: target(disliked), from: anna, kind: 'dislike' })
  const texts = ['edited', 'unsent', 'liked', 'disliked', 'read', 'picture']
  await relay.receives(...texts)
  await until(() => types(relay).includes('tapback_added') && types(relay).includes('message_sent'))
  if (isDown) await relay.bridge.stop()

  messages.edit({ message: target(edited), text: 'edited twice' })
  messages.unsend({ message: target(unsent) })
  messages.tapback({ target: target(liked), from: anna, kind: 'love' })
  messages.removeTapback({ target: target(disliked), from: anna, kind: 'dislike', silently: true })
  messages.markRead({ message: target(read) })
  messages.attachmentArrives({ attachmentGuid: 'PICTURE', bytes })
  messages.delivered({ message: mine })
  messages.readByRecipient({ message: mine })
  if (isDown) await relay.restart()

  const expected = ['message_edited', 'message_unsent', 'tapback_removed', 'read_state', 'attachment_ready'] as const
  await until(() => expected.every((type) => types(relay).includes(type)), { describe: () => types(relay).join() })
  await until(() => types(relay).includes('message_delivered') && types(relay).includes('message_read'))
  await until(() => types(relay).filter((type) => type === 'tapback_added').length === 2)
  const attachment = relay.journal.events().find(({ type }) => type === 'attachment_ready')
  expect(attachment?.rowid).toBe(picture.rowid)
  messages.receive({ from: anna, text: 'the next' })
  await relay.receives(...texts, 'the next')
})

test('an edit while its message is ingested is relayed with it, or becomes an event', async () => {
  await using relay = await relaySetup()
  const { messages } = relay.mac
  const rowids: number[] = []
  for (let number = 0; number < 100; number++) {
    const message = messages.receive({ from: anna, text: `first ${number}` })
    rowids.push(message.rowid)
    // Hits each moment of the few milliseconds in which the bridge reads, decides and commits.
    await pause(number % 10)
    messages.edit({ message, text: `then ${number}` })
  }
  await until(() => relay.receiver.texts().length === rowids.length)
  const relayed = new Set(relay.receiver.texts())
  const relayedBefore = rowids.filter((_, number) => relayed.has(`first ${number}`))
  const edited = () =>
    new Set(relay.journal.events().flatMap(({ type, rowid }) => (type === 'message_edited' ? rowid : [])))
  const missing = () => relayedBefore.filter((rowid) => !edited().has(rowid))
  await until(() => missing().length === 0, { describe: () => `events of the rows ${missing()}` })
})

test('the same text a microsecond apart counts as two messages, and stored again under another GUID as none', async () => {
  await using relay = await relaySetup()
  const { messages } = relay.mac
  const atMs = Date.now()
  const first = messages.receive({ from: anna, text: 'Happy New Year!', atMs })
  messages.receive({ from: anna, text: 'Happy New Year!', atMs: atMs + 0.001 })
  messages.reland({ message: first })
  await relay.receives('Happy New Year!', 'Happy New Year!')
  await until(() => relay.journal.count('repeat') === 1)
})

const link = { url: 'https://example.com/trails', title: 'Trails', siteName: 'example.com' }

test('a link and its preview are one message, and the same link sent twice is two', async () => {
  await using relay = await relaySetup()
  const { messages } = relay.mac
  const first = messages.receive({ from: anna, text: `look: ${link.url}` })
  messages.linkPreview({ from: anna, ...(first.chatGuid && { chat: first.chatGuid }), link })
  const alone = messages.receive({ from: anna, text: 'https://example.com/again' })
  messages.addLinkPreview({ message: alone, link: { ...link, url: 'https://example.com/again' } })
  messages.receive({ from: anna, text: 'https://example.com/again' })
  await relay.receives(`look: ${link.url}`, 'https://example.com/again', 'https://example.com/again')
  await until(() => relay.journal.count('update') === 1)
})
