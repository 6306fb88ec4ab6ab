/**
 * Assembles sending: accepts orders, works the queue in one process, follows results in both, and returns sends to
 * callers.
 */
import { setImmediate as soon } from 'node:timers/promises'
import type { Send } from '../contract/send.ts'
import { ServiceError } from '../domain/service-error.ts'
import { accept } from './accept.ts'
import { type SendingParts, withDefaults } from './deps.ts'
import { follower } from './following/follower.ts'
import { ledgerChanges } from './following/ledger-changes.ts'
import { startRounds } from './following/rounds.ts'
import { answerTo } from './following/wait-for-outcome.ts'
import { awaiting } from './following/waiters.ts'
import type { Job } from './ledger/ledger.ts'
import { handOver } from './queue/hand-over.ts'
import { recentTrouble } from './queue/recent-trouble.ts'
import { settleOrphans } from './queue/recover.ts'
import { restAfter } from './queue/rest-between-parts.ts'
import { queueWorker } from './queue/worker.ts'
import type { Sending, SendOrder } from './sending.ts'
import { stagedCopies } from './staged-copies.ts'
import { uploadedFiles } from './uploaded-files.ts'

export function openSending(given: SendingParts): Sending {
  const ending = new AbortController()
  const waiting = awaiting()
  const whole = withDefaults(given)
  const parts = { ...whole, stopping: ending.signal, waiting, copies: stagedCopies(whole) }
  const { ledger, app, nowMs, outgoing, settings, timings } = parts
  const kept = uploadedFiles(ledger)
  const trouble = recentTrouble(nowMs, timings.troubleHolds)
  const follow = follower(parts)
  const tellOfChanges = ledgerChanges(ledger, waiting.told)

  /**
   * Runs after each action of the worker. It must not fail, because nothing may fail between a handover and its script.
   */
  function changed(): void {
    follow.readAgain()
    rounds.soon()
  }

  const worker = queueWorker({
    ...parts,
    recover: () => settleOrphans({ ...parts, scriptDeadline: timings.scriptDeadline }),
    async takeTurn(job: Job) {
      await handOver(job, { ...parts, changed, onVerdict: trouble.met })
      await restAfter(job, { ...parts, betweenParts: timings.betweenParts })
    },
  })
  const rounds = startRounds({
    ...parts,
    follow,
    worker,
    tell() {
      if (tellOfChanges()) kept.tidy()
    },
  })

  function taken(order: SendOrder): Send {
    if (!app.isThere) throw new ServiceError('not_macos', 'Nothing can be sent from here.')
    const { send } = accept(order, { ...parts, expiresAfter: timings.expiresAfter })
    return send
  }

  return {
    async send(order) {
      if (order.file) kept.taken(order.file.path)
      try {
        const send = taken(order)
        worker.kick()
        const timeoutMs = settings().confirm_timeout_s * 1000
        return await answerTo(send, timeoutMs, { ...parts, mayFallBack: follow.mayFallBack })
      } finally {
        kept.tidy()
      }
    },
    get: ledger.send,
    list: ledger.list,
    cancel(id) {
      ledger.cancel(id, nowMs())
      rounds.soon()
      return ledger.send(id)
    },
    health() {
      const { length, oldestMs } = ledger.queue()
      return { waiting: length, oldestWaitsS: oldestMs === null ? null : Math.max(0, nowMs() - oldestMs) / 1000 }
    },
    trouble() {
      if (!app.isThere) return 'Messages is driven by osascript, which is not on this machine.'
      return unreadable(outgoing.newestRowid) ?? trouble.sentence()
    },
    async stop() {
      ending.abort()
      await rounds.stop()
      await worker.ended()
      waiting.release()
      // Gives the waiters a chance to read the ledger once more.
      await soon()
    },
  }
}

function unreadable(ask: () => unknown): string | null {
  try {
    ask()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : 'The Messages database cannot be read.'
  }
}
