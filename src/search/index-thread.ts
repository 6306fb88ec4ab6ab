/**
 * The thread that keeps the index: it works as long as there is work, then checks for changes a few times a second, and
 * ends when there were none for a while.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { readAttachments } from '../mac/attachments.ts'
import { readChats } from '../mac/chats.ts'
import { type LastWrite, lastWriteTo } from '../mac/last-write.ts'
import { messagesPaths } from '../mac/messages-paths.ts'
import { readSearchable } from '../mac/searchable.ts'
import { watchChatDb } from '../mac/watched-chat-db.ts'
import { Indexer } from './indexer.ts'
import { type FromIndexThread, type IndexThreadData, longestPollMs, type ToIndexThread } from './protocol.ts'

const { home, path, pace, pollMs, restAfterMs, sweptAtMs } = workerData as IndexThreadData
const { database } = messagesPaths(home)
const say = (message: FromIndexThread): void => parentPort?.postMessage(message)

const indexer = new Indexer({
  path,
  pace,
  source: watchChatDb(database, (chatDb) =>
    readSearchable({
      chatDb,
      chats: readChats(chatDb),
      attachments: readAttachments({ db: chatDb.db, home }),
    }),
  ),
  nowMs: Date.now,
  warn: (msg) => say({ type: 'warn', msg }),
  sweptAtMs,
})

let isStopped = false
let wake = (): void => undefined
parentPort?.on('message', ({ type }: ToIndexThread) => {
  if (type === 'stop') isStopped = true
  if (type === 'damaged') indexer.beginAnew()
  wake()
})

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })

const breath = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

let reported = ''
function report(): void {
  const status = indexer.status()
  const now = JSON.stringify(status)
  if (now !== reported) say({ type: 'status', status })
  reported = now
}

/** The last write that was seen, and when: read before each step, so that the step knows it. */
let quiet = { write: '', sinceMs: 0 }

/** Ends this thread if the index has known everything for long enough. */
function restWhereQuiet(lastWrite: LastWrite): void {
  const nowMs = performance.now()
  if (lastWrite.write !== quiet.write) quiet = { write: lastWrite.write, sinceMs: nowMs }
  if (nowMs - quiet.sinceMs < restAfterMs || indexer.sweptAtMs === undefined) return
  say({ type: 'resting', lastWrite, sweptAtMs: indexer.sweptAtMs })
  isStopped = true
}

while (!isStopped) {
  const lastWrite = lastWriteTo(database)
  const more = indexer.step()
  report()
  if (!more) restWhereQuiet(lastWrite)
  if (isStopped) break
  await (more ? breath() : pause(Math.min(indexer.status().state === 'waiting' ? pollMs * 10 : pollMs, longestPollMs)))
}
indexer.close()
parentPort?.close()
