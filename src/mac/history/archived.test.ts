import { expect, onTestFinished, test } from 'vitest'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import type { ConversationKey } from '../../contract/ids.ts'
import { type Card, personsIn } from '../../domain/people/persons.ts'
import type { ArchiveMark } from './archived.ts'
import { anna, ben, historyIn, minute } from './test-history.ts'

const historyOf = historyIn({ temporaryMac, onTestFinished })
const mail = 'anna@example.org'
const card: Card = { store: 'iCloud', name: 'Anna', handles: [anna, mail] }

function archiving(cards: readonly Card[] = []) {
  const archived = new Map<ConversationKey, ArchiveMark>()
  let persons = personsIn(cards, { own: [], separate: [] })
  const opened = historyOf(undefined, {
    persons: { now: () => persons },
    archive: {
      archived: () => [...archived.values()],
      unarchive: (conversations) => {
        for (const one of conversations) archived.delete(one)
      },
    },
  })
  const { history } = opened
  const handles = (isArchived?: boolean) =>
    history.conversations({ limit: 9, offset: 0, isArchived }).map(({ handle }) => handle)
  return {
    ...opened,
    archived,
    handles,
    archive: (guid: string | undefined, newestMs: number, archivedAtMs: number | null = newestMs) => {
      const { rowid, guid: guidOfRow } = history.newestRow() ?? { rowid: null, guid: null }
      for (const conversation of history.conversationKeys(guid ?? ''))
        archived.set(conversation, { conversation, newestMs, archivedAtMs, rowid, guid: guidOfRow })
    },
    keptSeparate: (separate: readonly string[]) => {
      persons = personsIn(cards, { own: [], separate })
    },
  }
}

test('an archived conversation is listed apart, says so, and is still found by name', () => {
  const { history, messages, archive, handles } = archiving()
  const { chatGuid } = messages.receive({ from: anna, text: 'one', atMs: minute(0) })
  messages.receive({ from: ben, text: 'two', atMs: minute(1) })
  archive(chatGuid, minute(0))
  expect([handles(), handles(false), handles(true)]).toEqual([[ben, anna], [ben], [anna]])
  expect(history.conversation(chatGuid ?? '')).toMatchObject({ archived: true })
  expect(history.conversations({ limit: 9, offset: 0, typed: 'Anna' })).toMatchObject([{ archived: true }])
})

test.each(['receive', 'send'] as const)('a newer message brings it back for good: %s', (does) => {
  const { messages, archive, archived, handles } = archiving()
  const { chatGuid } = messages.receive({ from: anna, text: 'one', atMs: minute(0) })
  archive(chatGuid, minute(0))
  expect(handles(false)).toEqual([])
  messages[does]({ from: anna, to: anna, text: 'two', atMs: minute(1) })
  expect([handles(false), handles(true), archived.size]).toEqual([[anna], [], 0])
})

test('a message that was held back and is dated before the archiving brings it back, whoever wrote it', () => {
  const { messages, archive, handles } = archiving()
  const { chatGuid } = messages.receive({ from: anna, text: 'one', atMs: minute(0) })
  messages.send({ to: anna, text: 'on my way', atMs: minute(180) })
  archive(chatGuid, minute(180), minute(185))
  messages.receive({ from: ben, text: 'elsewhere', atMs: minute(190) })
  expect([handles(false), handles(true)]).toEqual([[ben], [anna]])
  messages.receive({ from: anna, text: 'written while you were offline', atMs: minute(60) })
  expect([handles(false), handles(true)]).toEqual([[ben, anna], []])
})

test('a message from a clock that runs ahead does not keep its conversation archived', () => {
  const { messages, archive, handles } = archiving()
  const { chatGuid } = messages.receive({ from: anna, text: 'from next year', atMs: minute(400 * 24 * 60) })
  archive(chatGuid, minute(400 * 24 * 60), minute(0))
  expect(handles(true)).toEqual([anna])
  messages.receive({ from: anna, text: 'today', atMs: minute(5) })
  expect(handles(true)).toEqual([])
})

test('old messages that iCloud adds bring nothing back, nor those of the last day that it adds anew', () => {
  const { messages, archive, handles } = archiving()
  const said = ['one', 'two'].map((text, at) => messages.receive({ from: anna, text, atMs: minute(at) }))
  archive(said[0]?.chatGuid, minute(1), minute(2))
  for (let day = 2; day < 40; day++) messages.receive({ from: anna, text: `${day}`, atMs: minute(-day * 24 * 60) })
  expect(handles(true)).toEqual([anna])
  messages.receive({ from: anna, text: 'one', atMs: minute(0) })
  expect([handles(false), handles(true)]).toEqual([[], [anna]])
})

test('a tapback, and the row that Messages adds for the preview of a link, bring nothing back', () => {
  const { messages, archive, handles } = archiving()
  const url = 'https://example.org/boat'
  const text = messages.receive({ from: anna, text: url, atMs: minute(0) })
  archive(text.chatGuid, minute(0), minute(1))
  messages.tapback({ from: anna, target: text, kind: 'love', atMs: minute(2) })
  messages.linkPreview({ from: anna, link: { url, title: 'A boat' }, atMs: minute(0) + 1_500 })
  expect(handles(true)).toEqual([anna])
})

test('ROWIDs of another chat.db say nothing about what came since', () => {
  const { messages, archive, archived, handles } = archiving()
  const { chatGuid } = messages.receive({ from: anna, text: 'one', atMs: minute(0) })
  archive(chatGuid, minute(10))
  for (const mark of archived.values()) mark.guid = 'a row of the Mac before'
  messages.receive({ from: anna, text: 'two', atMs: minute(5) })
  expect(handles(true)).toEqual([anna])
})

test('a person is archived with all addresses, also once they are separate; one that joins later is shown', () => {
  const { messages, archive, archived, handles, keptSeparate } = archiving([card])
  const { chatGuid } = messages.receive({ from: anna, text: 'one', atMs: minute(0) })
  messages.receive({ from: mail, text: 'two', atMs: minute(1) })
  archive(chatGuid, minute(1))
  expect([handles(false), handles(true)]).toEqual([[], [mail]])
  keptSeparate([anna, mail])
  expect(handles(true)).toEqual([mail, anna])
  archived.delete(`dm:${mail}` as ConversationKey)
  keptSeparate([])
  expect([handles(false), handles(true)]).toEqual([[mail], []])
})

test('pages of what is not archived go on without gaps', () => {
  const { history, messages, archive } = archiving()
  const all = Array.from({ length: 6 }, (_, index) => `+1202555010${index}`)
  const guids = all.map((from, at) => messages.receive({ from, text: 'x', atMs: minute(at) }).chatGuid)
  archive(guids[4], minute(4))
  const page = (offset: number) =>
    history.conversations({ limit: 2, offset, isArchived: false }).map(({ handle }) => handle)
  expect([page(0), page(2), page(4)]).toEqual([[all[5], all[3]], [all[2], all[1]], [all[0]]])
})
