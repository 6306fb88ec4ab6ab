/** The thread that queries the index, so that no query ever blocks the process that serves pages. */
import { setImmediate as letOthersAsk } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { ServiceError } from '../domain/service-error.ts'
import { type ConversationNames, readConversationNames } from '../mac/conversation-names.ts'
import { shownCounts } from '../mac/history/shown-counts.ts'
import { messagesPaths } from '../mac/messages-paths.ts'
import { type WatchedChatDb, watchChatDb } from '../mac/watched-chat-db.ts'
import { type IndexReader, isDamage, openIndexReader, type Party } from '../store/search-index/reader.ts'
import type { Directory, FromQueryThread, QueryThreadData, QuestionName, Questions, ToQueryThread } from './protocol.ts'

const { home, path } = workerData as QueryThreadData
const chats = watchChatDb(messagesPaths(home).database, readConversationNames, { isAskedRarely: true })
const messages = watchChatDb(messagesPaths(home).database, (chatDb) => shownCounts(chatDb, home), {
  isAskedRarely: true,
})
let reader: IndexReader | undefined

/** Returns undefined while there is no index. */
function currentReader(): IndexReader | undefined {
  if (reader?.isCurrent()) return reader
  reader?.close()
  reader = undefined
  const opened = openIndexReader(path)
  reader = opened === 'absent' ? undefined : opened
  return reader
}

const directory = directoryOf({ chats, parties: (after) => currentReader()?.parties(after) ?? [] })

type Answer<Name extends QuestionName> = Questions[Name]['answer']

const answers: { [Name in QuestionName]: (ask: Questions[Name]['ask']) => Answer<Name> | Promise<Answer<Name>> } = {
  find: (match) => currentReader()?.find(match) ?? [],
  directory: ({ known }) => {
    const now = directory()
    return now.version === known ? undefined : now
  },
  async count(asked) {
    try {
      messages.check()
      const counting = messages.reading((count) => count(asked))
      for (;;) {
        const step = messages.reading(() => counting.next())
        if (step.done) return step.value
        await letOthersAsk()
      }
    } catch (error) {
      if (error instanceof ServiceError) return undefined
      throw error
    }
  },
}

async function answerTo({ id, name, ask }: ToQueryThread): Promise<FromQueryThread> {
  try {
    return { id, answer: await answers[name](ask as never) }
  } catch (error) {
    reader?.close()
    reader = undefined
    return { id, failure: { message: kindOf(error), isDamage: isDamage(error) } }
  }
}

const kindOf = (error: unknown): string =>
  error instanceof Error ? String((error as { errstr?: string }).errstr ?? error.name) : 'unknown'

parentPort?.on('message', (question: ToQueryThread | 'stop') => {
  if (question !== 'stop') return void answerTo(question).then((answer) => parentPort?.postMessage(answer))
  reader?.close()
  chats.close()
  messages.close()
  parentPort?.close()
})

interface DirectorySources {
  chats: WatchedChatDb<() => ConversationNames[]>
  /** Returns parties whose numbers are above `afterNumber`. */
  parties(afterNumber: number): Party[]
}

/**
 * Lists the people and conversations in the index, with the names that Messages has for them. Reads again only after a
 * change. When Messages cannot be read, only the parties are known, by their addresses.
 */
function directoryOf({ chats, parties }: DirectorySources): () => Directory {
  let known: Directory = { version: 0, parties: [], conversations: [] }
  let text = ''
  return () => {
    const all = parties(0)
    const conversations = namesIn(chats) ?? known.conversations
    if (all.length === known.parties.length && conversations === known.conversations) return known
    const now = JSON.stringify([all, conversations])
    if (now !== text) known = { version: known.version + 1, parties: all, conversations }
    text = now
    return known
  }
}

/** Returns undefined when the names have not changed or cannot be read. */
function namesIn(chats: DirectorySources['chats']): ConversationNames[] | undefined {
  try {
    return chats.check() === 'unchanged' ? undefined : chats.reading((names) => names())
  } catch {
    return undefined
  }
}
