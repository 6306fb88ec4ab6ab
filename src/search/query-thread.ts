/** The thread that asks the index, so that no question ever holds up the process that serves pages. */
import { parentPort, workerData } from 'node:worker_threads'
import { readConversationNames } from '../mac/conversation-names.ts'
import { messagesPaths } from '../mac/messages-paths.ts'
import { watchChatDb } from '../mac/watched-chat-db.ts'
import { type IndexReader, isDamage, openIndexReader } from '../store/search-index/reader.ts'
import { directoryOf } from './directory.ts'
import type { FromQueryThread, QueryThreadData, QuestionName, Questions, ToQueryThread } from './protocol.ts'
import { noRhythm, rhythmOf } from './rhythm.ts'

const { home, path } = workerData as QueryThreadData
const chats = watchChatDb(messagesPaths(home).database, readConversationNames, { isAskedRarely: true })
let reader: IndexReader | undefined

/** Undefined before there is an index. */
function currentReader(): IndexReader | undefined {
  if (reader?.isCurrent()) return reader
  reader?.close()
  reader = undefined
  const opened = openIndexReader(path)
  reader = opened === 'absent' ? undefined : opened
  return reader
}

const directory = directoryOf({ chats, parties: (after) => currentReader()?.parties(after) ?? [] })

const answers: { [Name in QuestionName]: (ask: Questions[Name]['ask']) => Questions[Name]['answer'] } = {
  find: (match) => currentReader()?.find(match) ?? [],
  directory: ({ known }) => {
    const now = directory()
    return now.version === known ? undefined : now
  },
  tally({ from }) {
    const reader = currentReader()
    if (reader === undefined) return { sent: 0, received: 0, people: [], ...noRhythm() }
    return { ...reader.tally(from), ...rhythmOf(reader, from) }
  },
}

function answerTo({ id, name, ask }: ToQueryThread): FromQueryThread {
  try {
    return { id, answer: answers[name](ask as never) }
  } catch (error) {
    reader?.close()
    reader = undefined
    return { id, failure: { message: kindOf(error), isDamage: isDamage(error) } }
  }
}

const kindOf = (error: unknown): string =>
  error instanceof Error ? String((error as { errstr?: string }).errstr ?? error.name) : 'unknown'

parentPort?.on('message', (question: ToQueryThread | 'stop') => {
  if (question !== 'stop') return parentPort?.postMessage(answerTo(question))
  reader?.close()
  chats.close()
  parentPort?.close()
})
