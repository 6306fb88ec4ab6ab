/**
 * Hands one part of a send to Messages, trying one route after the other as long as it is certain that nothing was
 * sent.
 */
import { pause } from '../../base/pause.ts'
import type { Handle } from '../../contract/ids.ts'
import type { Logger } from '../../contract/log-entry.ts'
import { type Attempt, type Content, type Destination, firstAttempt, nextAttempt } from '../decisions/route-plan.ts'
import { type ScriptVerdict, scriptVerdict } from '../decisions/script-verdict.ts'
import type { Timings } from '../deps.ts'
import type { Waiters } from '../following/waiters.ts'
import type { HandoverId, Job, SendLedger } from '../ledger/ledger.ts'
import type { MessagesApp } from '../messages/messages-app.ts'
import type { Outgoing } from '../messages/outgoing.ts'
import type { StagedCopies } from '../staged-copies.ts'

export interface HandOverDeps {
  ledger: SendLedger
  outgoing: Outgoing
  app: MessagesApp
  copies: StagedCopies
  log: Logger
  nowMs(): number
  stopping: AbortSignal
  /** Reports that the ledger was written. */
  changed(): void
  /** Reports how a script ended. */
  onVerdict(verdict: ScriptVerdict): void
}

/** Throws while chat.db cannot be read or the ledger cannot be written; the part then stays in the queue. */
export async function handOver(job: Job, deps: HandOverDeps): Promise<void> {
  const destination = destinationOf(job, deps.outgoing)
  const content = await contentOf(job, deps)
  for (let attempt = content && firstAttempt(destination); content && attempt && !deps.stopping.aborted; )
    attempt = await tryRoute({ job, content, attempt }, deps)
}

/** Reads the current chats, since new ones may have appeared after the order was accepted. */
function destinationOf({ conversation, handle, chatGuid, service }: Job, outgoing: Outgoing): Destination {
  const addressee = chatGuid === null ? outgoing.findPerson(handle) : outgoing.findChat(chatGuid)
  return {
    isGroup: conversation.startsWith('group:'),
    handle: addressee?.handle ?? (handle as Handle),
    chatGuid,
    chats: addressee?.chats.map(({ guid }) => guid) ?? [],
    otherChats: addressee?.otherChats ?? [],
    service,
  }
}

async function contentOf(
  job: Job,
  { copies, ledger, log, nowMs, changed }: HandOverDeps,
): Promise<Content | undefined> {
  if ('text' in job.content) return job.content
  const path = await copies.make(job.content)
  if (path !== undefined) return { path }
  ledger.failSend(job.send, { code: 'file_unreadable', number: null, nowMs: nowMs() })
  log.warn(`send ${job.send} failed: its file cannot be laid where Messages may read it`)
  changed()
  return undefined
}

interface Trial {
  job: Job
  content: Content
  attempt: Attempt
}

/** Returns the next route to try; undefined when this was the last one. */
async function tryRoute({ job, content, attempt }: Trial, deps: HandOverDeps): Promise<Attempt | undefined> {
  const { ledger, app, nowMs, changed } = deps
  const id = ledger.recordHandover(handoverOf(job, attempt, deps))
  if (id === undefined) return discardCopy(content, deps)
  changed()
  const verdict = scriptVerdict(await app.send(content, attempt.route, (pid) => recordStart(id, pid, deps)))
  const next = nextAttempt(attempt, verdict)
  ledger.recordEnd(id, verdict.end, { nowMs: nowMs(), isFinal: next === undefined })
  report(job, verdict, deps)
  if ('path' in content && next === undefined) settleCopy(id, content.path, verdict, deps)
  if (next !== undefined && verdict.remedy === 'launch') await unlessStopped(app.launch(), deps.stopping)
  return next
}

/**
 * Cleans up after a part that lost its turn while it was prepared: it expired, or another process marked it as failed.
 */
function discardCopy(content: Content, { copies }: HandOverDeps): undefined {
  if ('path' in content) copies.discard(content.path)
}

function handoverOf({ send, part, service }: Job, { route }: Attempt, { outgoing, nowMs }: HandOverDeps) {
  const byRoute = route.by === 'participant' ? route.service : service
  return { send, part, service: byRoute, afterRowid: outgoing.newestRowid(), atMs: nowMs() }
}

/** Messages may still read the file of a message that may have been sent. */
function settleCopy(id: HandoverId, path: string, { end }: ScriptVerdict, { copies }: HandOverDeps): void {
  if (end.is === 'not_sent') copies.discard(path)
  else copies.keepFor(id, path)
}

/** Never throws: the script is already running, and a full disk must not keep us from seeing it end. */
function recordStart(id: HandoverId, pid: number, { ledger, log }: HandOverDeps): void {
  try {
    ledger.recordStart(id, pid)
  } catch {
    log.warn(`the process of a script could not be noted in the ledger`)
  }
}

function report({ send, part }: Job, verdict: ScriptVerdict, { log, changed, onVerdict }: HandOverDeps): void {
  const { end } = verdict
  const number = 'number' in end && end.number !== null ? ` (${end.number})` : ''
  log[end.is === 'handed_over' ? 'info' : 'warn'](`send ${send} part ${part}: ${end.is}${number}`)
  onVerdict(verdict)
  changed()
}

/** Resolves with the work, or when sending stops; the work then continues unobserved. */
async function unlessStopped(work: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const { promise: stopped, resolve } = Promise.withResolvers<void>()
  const stop = () => resolve()
  signal.addEventListener('abort', stop, { once: true })
  await Promise.race([work, stopped])
  signal.removeEventListener('abort', stop)
}

interface NextPartDeps {
  ledger: SendLedger
  waiters: Waiters
  nowMs(): number
  betweenParts: Timings['betweenParts']
  stopping: AbortSignal
}

/**
 * Makes the text after a file wait until the file has landed, because Messages shows both in the order in which they
 * land.
 */
export async function waitBeforeNextPart({ send, part, isLast }: Job, deps: NextPartDeps): Promise<void> {
  const { ledger, waiters, nowMs, betweenParts, stopping } = deps
  const isOut = () => ledger.findSend(send)?.state === 'handed_over'
  const hasLanded = () =>
    ledger.listFollowed(nowMs()).some((one) => one.send === send && one.part === part && one.rowid)
  if (isLast || !isOut()) return
  await pause(betweenParts.atLeast, stopping)
  await waiters.until(send, () => !isOut() || hasLanded(), betweenParts.atMost - betweenParts.atLeast)
}
