/**
 * Hands one message to Messages by the scripts of the product.
 *
 * A running service neither sends it nor is disturbed: it is noted in the send ledger, so that the relay recognises both
 * of its rows and hands them to no plugin, and it is handed over under the lock of sending, so that no two scripts run
 * at once. The queue of the service is passed by, since its worker decides by itself when and by which way a message
 * goes, and the self-test has to know both.
 */
import { existsSync } from 'node:fs'
import { pause } from '../../base/pause.ts'
import type { Handle, RowId } from '../../contract/ids.ts'
import { conversationKey } from '../../domain/history/chat-guid.ts'
import { type Attempt, type Content, nextAttempt, type Route } from '../../sending/decisions/route-plan.ts'
import { type ScriptVerdict, scriptVerdict } from '../../sending/decisions/script-verdict.ts'
import type { HandoverId, PartOrder, SendLedger } from '../../sending/ledger/ledger.ts'
import { openSendLedger } from '../../sending/ledger/open.ts'
import type { MessagesApp } from '../../sending/messages/messages-app.ts'
import { readConfig } from '../../store/config-file.ts'
import { type FileLock, tryLock } from '../../store/file-lock.ts'
import { type ServiceDir, serviceDir } from '../../store/service-dir.ts'

export interface OwnMessage {
  to: Handle
  content: Content
  part: PartOrder
  /** The ways to try, each only where it is certain that nothing was sent before. */
  routes: readonly [Route, ...Route[]]
}

export interface HandedOver {
  verdict: ScriptVerdict
  route: Route
  /** The times of the last script that ran, by `performance.now()`. */
  startMs: number
  endMs: number
}

interface HandOverDeps {
  app: MessagesApp
  base: string
  newestRowid(): RowId
  nowMs(): number
  signal: AbortSignal
}

const [lockWithinMs, lockAgainMs] = [30_000, 50]
/** The message is handed over at once or not at all, so it never waits in the queue. */
const expiresAfterMs = 60_000

/** Returns `busy` where the service does not stop sending. Once a script runs, this ends with it and not before. */
export async function handOver(message: OwnMessage, deps: HandOverDeps): Promise<HandedOver | 'busy'> {
  const dir = serviceDir(deps.base)
  // Without a ledger no service is set up here.
  if (!existsSync(dir.echoLogFile)) return tryRoutes(message, deps, withoutNotes)
  const ledger = openSendLedger({ path: dir.echoLogFile, onQuarantine: () => undefined })
  try {
    const lock = await acquire(dir.sendLockFile, ledger, deps)
    if (lock === undefined) return 'busy'
    try {
      return await tryRoutes(message, deps, notesIn(ledger, dir, message, deps))
    } finally {
      lock.release()
    }
  } finally {
    ledger.close()
  }
}

/** Acquires the lock of sending at a moment at which nothing else waits to be sent. */
async function acquire(path: string, ledger: SendLedger, deps: HandOverDeps): Promise<FileLock | undefined> {
  for (let waitedMs = 0; waitedMs < lockWithinMs && !deps.signal.aborted; waitedMs += lockAgainMs) {
    const lock = tryLock(path)
    if (lock !== undefined && ledger.nextJob(deps.nowMs()) === undefined && ledger.findOrphan() === undefined)
      return lock
    lock?.release()
    await pause(lockAgainMs, deps.signal)
  }
  return undefined
}

async function tryRoutes({ content, routes }: OwnMessage, deps: HandOverDeps, notes: Notes): Promise<HandedOver> {
  const [route, ...others] = routes
  for (let attempt: Attempt = { route, others, mayLaunch: true }; ; ) {
    const id = notes.begin(attempt.route)
    const startMs = performance.now()
    const end = await deps.app.send(content, attempt.route, (pid) => notes.started(id, pid))
    const endMs = performance.now()
    const verdict = scriptVerdict(end)
    const next = deps.signal.aborted ? undefined : nextAttempt(attempt, verdict)
    notes.ended(id, verdict, next === undefined)
    if (next === undefined) return { verdict, route: attempt.route, startMs, endMs }
    if (verdict.remedy === 'launch') await deps.app.launch()
    attempt = next
  }
}

/** Tells the ledger about each script. */
interface Notes {
  begin(route: Route): HandoverId | undefined
  started(id: HandoverId | undefined, pid: number): void
  ended(id: HandoverId | undefined, verdict: ScriptVerdict, isFinal: boolean): void
}

const withoutNotes: Notes = { begin: () => undefined, started: () => undefined, ended: () => undefined }

/** `iMessage` is asked for, so that a running service does not send the message once more as SMS. */
function notesIn(ledger: SendLedger, { configFile }: ServiceDir, { to, part }: OwnMessage, deps: HandOverDeps): Notes {
  const { newestRowid, nowMs } = deps
  const settings = readConfig(configFile).snapshot?.config.send
  const order = {
    by: 'owner',
    idempotencyKey: null,
    isConfirmed: true,
    conversation: conversationKey(false, to),
    handle: to,
    chatGuid: null,
    service: 'iMessage',
    parts: [part],
    createdAtMs: nowMs(),
    expiresAtMs: nowMs() + expiresAfterMs,
  } as const
  const limits = { perMinute: settings?.per_minute ?? 1, sameTextPeople: settings?.same_text_people ?? 1 }
  const send = ledger.accept(order, limits).send.id
  return {
    begin: () =>
      ledger.recordHandover({ send, part: 0, service: 'iMessage', afterRowid: newestRowid(), atMs: nowMs() }),
    started: (id, pid) => id !== undefined && ledger.recordStart(id, pid),
    ended: (id, { end }, isFinal) => id !== undefined && ledger.recordEnd(id, end, { nowMs: nowMs(), isFinal }),
  }
}
