import { expect, onTestFinished, test } from 'vitest'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import type { ConversationKey } from '../../contract/ids.ts'
import { type Card, personsIn } from '../../domain/people/persons.ts'
import { anna, ben, historyIn, minute } from './test-history.ts'

const historyOf = historyIn({ temporaryMac, onTestFinished })
const mail = 'anna@example.org'
const card: Card = { store: 'iCloud', name: 'Anna', handles: [anna, mail] }

function archiving(cards: readonly Card[] = []) {
  const archived = new Map<ConversationKey, number>()
  let persons = personsIn(cards, { own: [], separate: [] })
  const opened = historyOf(undefined, {
    persons: { now: () => persons },
    archive: {
      archived: () => [...archived].map(([conversation, newestMs]) => ({ conversation, newestMs })),
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
    archive: (guid: string | undefined, atMs: number) => {
      for (const key of history.conversationKeys(guid ?? '')) archived.set(key, atMs)
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
