/**
 * Sends requests to the query thread, which is started by the first request and again after it ended: it takes memory,
 * so it ends when nobody has asked for a while.
 */
import type { Worker } from 'node:worker_threads'
import { ServiceError } from '../domain/service-error.ts'
import type { FromQueryThread, QueryThreadData, QuestionName, Questions } from './protocol.ts'
import { startThread } from './thread.ts'

export interface Questioner {
  /** Throws `rate_limited` when too many requests are already waiting. */
  ask<Name extends QuestionName>(name: Name, ask: Questions[Name]['ask']): Promise<Questions[Name]['answer']>
  stop(): Promise<void>
}

interface Waiting {
  resolve(answer: unknown): void
  reject(error: Error): void
}

/** A request takes some milliseconds, so nobody waits for longer than a second. */
const mostWaiting = 100
/** Limits of the thread's own memory; they are low because requests and results are small. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 4 }

interface Notices {
  onDamage(): void
  onFailure(reason: string): void
}

export function startQuestioner(
  { restAfterMs, ...data }: QueryThreadData & { restAfterMs: number },
  { onDamage, onFailure }: Notices,
): Questioner {
  let thread: Worker | undefined
  let resting: NodeJS.Timeout | undefined
  /** Threads that were told to end. */
  const leaving = new Set<Promise<void>>()
  let lastId = 0
  const waiting = new Map<number, Waiting>()

  function start(): Worker {
    const started = startThread('query-thread', { workerData: data, resourceLimits })
    started.on('message', settle)
    started.on('error', (error) => onFailure((error as Error).message))
    started.on('exit', () => {
      // One that rests has answered all requests; those that wait are of the next.
      if (thread !== started) return
      thread = undefined
      for (const { reject } of waiting.values()) reject(new Error('The search thread ended.'))
      waiting.clear()
    })
    return started
  }
  function rest(): void {
    const last = ended(thread, 'stop')
    thread = undefined
    leaving.add(last)
    void last.then(() => leaving.delete(last))
  }
  function settle(message: FromQueryThread): void {
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if (waiting.size === 0) resting = setTimeout(rest, restAfterMs).unref()
    if ('answer' in message) {
      asked?.resolve(message.answer)
      return
    }
    if (message.failure.isDamage) onDamage()
    asked?.reject(new Error(`The search index could not be asked: ${message.failure.message}`))
  }
  return {
    ask: (name, ask) =>
      new Promise((resolve, reject) => {
        if (waiting.size >= mostWaiting)
          throw new ServiceError('rate_limited', 'Too many searches wait already.', { retry_after_s: 1 })
        clearTimeout(resting)
        const id = ++lastId
        waiting.set(id, { resolve: resolve as Waiting['resolve'], reject })
        thread ??= start()
        thread.postMessage({ id, name, ask })
      }),
    async stop() {
      clearTimeout(resting)
      await Promise.all([ended(thread, 'stop'), ...leaving])
    },
  }
}

/** Sends a last message to a thread and waits until it has ended. */
export function ended(thread: Worker | undefined, lastWord: unknown): Promise<void> {
  if (thread === undefined) return Promise.resolve()
  return new Promise((resolve) => {
    thread.once('exit', () => resolve())
    thread.postMessage(lastWord)
  })
}
