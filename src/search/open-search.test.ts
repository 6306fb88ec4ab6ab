import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { MacosVersion } from '../../simulator/schema/macos-version.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { personsIn } from '../domain/people/persons.ts'
import { foldedWords } from '../domain/search/words.ts'
import { serviceDir } from '../store/service-dir.ts'
import { searchOver } from './test-search.ts'

const anna = '+12025550123'
const ben = 'ben@example.com'

const isPoll = ({ kind, text }: { kind: string; text: string }) => kind === 'app' && text.startsWith('Poll: ')

it.each<MacosVersion>([12, 15, 26])('finds on macOS %d exactly what a scan of all messages finds', async (macos) => {
  using mac = temporaryMac({ macos, messages: 1_500, chats: 20 })
  await using search = searchOver(mac.home)
  search.start()
  await search.built()
  const everything = await search.all('is:sent OR is:received')
  expect(everything.length).toBeGreaterThan(1_000)
  // A poll is searched by its original question: options added later and votes are shown but not searched.
  const words = everything.map(({ message }) => new Set(isPoll(message) ? [] : foldedWords(message.text)))
  const vocabulary = [...new Set(words.flatMap((set) => [...set]))].filter((word) => /^[a-z0-9]+$/.test(word))
  for (const word of vocabulary.filter((_, n) => n % 40 === 0)) {
    const found = await search.all(word)
    const expected = everything.filter((_, n) => words[n]?.has(word)).map(({ message }) => message.rowid)
    expect(found.map(({ message }) => message.rowid)).toEqual(expect.arrayContaining(expected))
    // Names of files and titles of links hold words as well, so a match may be outside the text, but it can always be
    // shown.
    expect(found.filter(({ ranges }) => ranges.length === 0)).toEqual([])
  }
})

it('returns the newest first and each message once, on any number of pages', async () => {
  using mac = temporaryMac()
  for (let n = 0; n < 130; n++)
    mac.messages.receive({ from: anna, text: `cake ${n}`, atMs: Date.UTC(2024, 0, 1, 0, n) })
  await using search = searchOver(mac.home)
  search.start()
  await search.built()
  const newestFirst = Array.from({ length: 130 }, (_, n) => `cake ${129 - n}`)
  expect(await search.texts('cake')).toEqual(newestFirst)
  expect(await search.search({ q: 'cake', limit: 130 })).toMatchObject({ cursor: null, complete: true })
})

it('distinguishes messages that were written in the same second', async () => {
  using mac = temporaryMac()
  const atMs = Date.UTC(2024, 0, 1)
  mac.messages.transaction(() => {
    for (let n = 0; n < 200; n++) mac.messages.receive({ from: anna, text: `tick ${n}`, atMs })
  })
  await using search = searchOver(mac.home)
  search.start()
  await search.built()
  expect(new Set(await search.texts('tick')).size).toBe(200)
})

it.each<[language: string, text: string, q: string]>([
  ['Chinese', '我们明天在火车站见面吧', '火车站'],
  ['Chinese, one character', '我们明天在火车站见面吧', '车'],
  ['Japanese', '明日東京タワーで会いましょう', 'タワー'],
  ['Thai', 'เย็นนี้กินก๋วยเตี๋ยวกันไหม', 'ก๋วยเตี๋ยว'],
  ['Korean, with an ending', '내일 학교에서 만나요', '학교'],
  ['Arabic, without points', 'أهلاً وسهلاً يا أحمد', 'احمد'],
  ['German, without dots', 'Bringst du Süßes mit?', 'susses'],
  ['emoji', 'happy birthday 🎂🎉', '🎉'],
])('finds %s', async (_language, text, q) => {
  using mac = temporaryMac()
  mac.messages.receive({ from: anna, text: 'something else' })
  mac.messages.receive({ from: anna, text })
  await using search = searchOver(mac.home)
  search.start()
  await search.built()
  const [result, ...others] = await search.all(q)
  expect([result?.message.text, others]).toEqual([text, []])
  expect(result?.ranges).toHaveLength(1)
})

it('finds names of files, titles and sites of links, transcripts of recordings, and subjects', async () => {
  using mac = temporaryMac()
  const { messages } = mac
  messages.receive({
    from: anna,
    files: [{ name: 'invoice-march.pdf', bytes: Buffer.from('%PDF'), mime: 'application/pdf' }],
  })
  messages.receive({
    from: anna,
    audio: true,
    files: [{ name: 'Audio Message.caf', mime: null, transcript: 'buy oranges' }],
  })
  messages.receive({ from: anna, text: 'see below', subject: 'Quarterly numbers' })
  messages.linkPreview({
    from: anna,
    link: { url: 'https://example.com/x', title: 'Sourdough for beginners', siteName: 'Breadly' },
  })
  await using search = searchOver(mac.home)
  search.start()
  await search.built()
  const snippets = async (q: string) => (await search.all(q)).map(({ snippet }) => snippet)
  expect(await snippets('march')).toEqual(['invoice-march.pdf'])
  expect(await snippets('oranges')).toEqual(['buy oranges'])
  expect(await snippets('quarterly')).toEqual(['Quarterly numbers'])
  expect(await snippets('sourdough')).toEqual(['Sourdough for beginners'])
  expect(await snippets('breadly')).toEqual(['Breadly'])
  expect(await snippets('has:audio')).toHaveLength(1)
  expect(await snippets('has:file')).toEqual(['invoice-march.pdf'])
  expect(await snippets('has:link')).toHaveLength(1)
})

it('narrows by sender, conversation, content and date', async () => {
  using mac = temporaryMac()
  const { messages, contacts } = mac
  contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Bell', phones: [anna] })
  const group = messages.createGroup({ members: [anna, ben], name: 'Lake Trip' })
  const at = (day: number) => new Date(2024, 4, day, 12).getTime()
  messages.receive({ from: anna, text: 'boat one', atMs: at(1) })
  messages.send({ to: anna, text: 'boat two', atMs: at(2) })
  messages.receive({ from: ben, text: 'boat three', atMs: at(3) })
  messages.receive({ from: anna, chat: group.guid, text: 'boat four', atMs: at(4) })
  await using search = searchOver(mac.home)
  search.start()
  await search.built()
  const found = async (q: string) => (await search.texts(`boat ${q}`)).map((text) => text.slice('boat '.length))
  expect(await found('from:anna')).toEqual(['four', 'one'])
  expect(await found('from:"Anna Bell" is:direct')).toEqual(['one'])
  expect(await found('from:me')).toEqual(['two'])
  expect(await found('-from:anna')).toEqual(['three', 'two'])
  expect(await found(`from:${ben} OR is:sent`)).toEqual(['three', 'two'])
  expect(await found('in:anna')).toEqual(['two', 'one'])
  expect(await found('in:lake')).toEqual(['four'])
  expect(await found(`in:${group.guid}`)).toEqual(['four'])
  expect(await found('is:group')).toEqual(['four'])
  expect(await found('before:2024-05-02')).toEqual(['one'])
  expect(await found('after:2024-05-02 is:received')).toEqual(['four', 'three'])
  expect(await found('on:2024-05-02')).toEqual(['two'])
  expect(await found('from:nobody')).toEqual([])
})

it('reports the column at which a query is wrong', async () => {
  using mac = temporaryMac()
  await using search = searchOver(mac.home)
  await expect(search.search({ q: 'cake has:money', limit: 1 })).rejects.toMatchObject({
    code: 'invalid_request',
    details: { path: 'q', column: 6 },
  })
  await expect(search.search({ q: 'cake', limit: 1, cursor: '../x' })).rejects.toMatchObject({
    code: 'invalid_request',
    details: { path: 'cursor' },
  })
})

it('keeps its file private and its words out of the log', async () => {
  using mac = temporaryMac()
  mac.messages.receive({ from: anna, text: 'a secret' })
  await using search = searchOver(mac.home)
  search.start()
  await search.finds('secret', ['a secret'])
  for (const suffix of ['', '-wal', '-shm'])
    expect(statSync(join(search.base, `search.db${suffix}`)).mode & 0o777).toBe(0o600)
  // The thread reports completion a moment after the last row is indexed.
  await expect.poll(() => search.log).toEqual(['info All messages can be searched.'])
})

it('counts who writes how much, and when', async () => {
  using mac = temporaryMac()
  mac.contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Bell', phones: [anna], emails: ['anna@example.com'] })
  const atMs = new Date(2024, 4, 6, 15, 30).getTime()
  mac.messages.receive({ from: anna, text: 'one', atMs })
  mac.messages.receive({ from: 'anna@example.com', text: 'two', atMs })
  mac.messages.send({ to: anna, text: 'three', atMs })
  mac.messages.receive({ from: ben, text: 'four', atMs: new Date(2023, 0, 1, 8).getTime() })
  const nowMs = () => atMs + 60_000
  await using search = searchOver(mac.home, { nowMs })
  search.start()
  await search.built()
  const all = await search.statistics('all')
  expect(all).toMatchObject({ sent_total: 1, received_total: 3 })
  expect(all.top_contacts).toEqual([
    { name: 'Anna Bell', count: 3 },
    { name: ben, count: 1 },
  ])
  expect([all.by_hour[15], all.by_hour[8], all.by_day]).toEqual([3, 1, [3, 0, 0, 0, 0, 0, 1]])
  expect(await search.statistics('30d')).toMatchObject({ sent_total: 1, received_total: 2 })
})

it('counts the addresses of a person as one, and two people of one name as two', async () => {
  using mac = temporaryMac()
  const [mail, shared] = ['anna@example.com', '+12025550199']
  const atMs = Date.UTC(2024, 4, 6)
  for (const [n, from] of [anna, anna, anna, mail, ben, ben, shared].entries())
    mac.messages.receive({ from, text: `${n}`, atMs: atMs + n })
  const cards = [
    { store: 'here', name: 'Anna Bell', handles: [anna, mail, shared] },
    { store: 'here', name: 'Anna Bell', handles: [ben, shared] },
  ]
  const nameOf = (handle: string) => cards.find(({ handles }) => handles.includes(handle))?.name
  let persons = personsIn(cards, { own: [], separate: [] })
  await using search = searchOver(mac.home, { contacts: { nameOf }, persons: { now: () => persons } })
  search.start()
  await search.built()
  const counts = async () => (await search.statistics('all')).top_contacts.map(({ name, count }) => `${name}: ${count}`)
  expect(await counts()).toEqual(['Anna Bell: 4', 'Anna Bell: 2', 'Anna Bell: 1'])
  persons = personsIn(cards, { own: [], separate: [anna] })
  expect(await counts()).toEqual(['Anna Bell: 3', 'Anna Bell: 2', 'Anna Bell: 1', 'Anna Bell: 1'])
})

it('does not start again once it was stopped, since a thread would keep its process alive', async () => {
  using mac = temporaryMac()
  await using search = searchOver(mac.home)
  await search.stop()
  search.start()
  await search.stop()
  expect(existsSync(serviceDir(search.base).searchFile)).toBe(false)
})
