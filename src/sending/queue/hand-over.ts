/**
 * Hands one part of a send to Messages, trying one route after the other as long as it is certain that nothing was
 * sent.
 */
import type { Handle } from '../../contract/ids.ts'
import type { Logger } from '../../contract/log-entry.ts'
import type { Content } from '../decisions/route.ts'
import { type Destination, firstWay, nextWay, type Way } from '../decisions/route-plan.ts'
import { type ScriptVerdict, scriptVerdict } from '../decisions/script-verdict.ts'
import type { HandoverId, Job, SendLedger } from '../ledger/ledger.ts'
import type { MessagesApp } from '../messages/messages-app.ts'
import type { Outgoing } from '../messages/outgoing.ts'
import type { StagedCopies } from '../staged-copies.ts'

export interface HandOverParts {
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
export async function handOver(job: Job, parts: HandOverParts): Promise<void> {
  const destination = destinationOf(job, parts.outgoing)
  const content = await contentOf(job, parts)
  for (let way = content && firstWay(destination); content && way && !parts.stopping.aborted; )
    way = await tryWay({ job, content, way }, parts)
}

/** Reads the current chats, since new ones may have appeared after the order was accepted. */
function destinationOf({ conversation, handle, chatGuid, service }: Job, outgoing: Outgoing): Destination {
  const addressee = chatGuid === null ? outgoing.person(handle) : outgoing.chat(chatGuid)
  return {
    isGroup: conversation.startsWith('group:'),
    handle: addressee?.handle ?? (handle as Handle),
    chatGuid,
    chats: addressee?.chats.map(({ guid }) => guid) ?? [],
    service,
  }
}

async function contentOf(
  job: Job,
  { copies, ledger, log, nowMs, changed }: HandOverParts,
): Promise<Content | undefined> {
  if ('text' in job.content) return job.content
  const path = await copies.make(job.content)
  if (path !== undefined) return { path }
  ledger.failed(job.send, { code: 'file_unreadable', number: null, nowMs: nowMs() })
  log.warn(`send ${job.send} failed: its file cannot be laid where Messages may read it`)
  changed()
  return undefined
}

interface Try {
  job: Job
  content: Content
  way: Way
}

/** Returns the next route to try; undefined when this was the last one. */
async function tryWay({ job, content, way }: Try, parts: HandOverParts): Promise<Way | undefined> {
  const { ledger, app, nowMs, changed } = parts
  const id = ledger.handOver(handoverOf(job, way, parts))
  if (id === undefined) return abandonedWith(content, parts)
  changed()
  const verdict = scriptVerdict(await app.send(content, way.route, (pid) => noteStart(id, pid, parts)))
  const next = nextWay(way, verdict)
  ledger.ended(id, verdict.end, { nowMs: nowMs(), isFinal: next === undefined })
  report(job, verdict, parts)
  if ('path' in content && next === undefined) settleCopy(id, content.path, verdict, parts)
  if (next !== undefined && verdict.remedy === 'launch') await unlessStopped(app.launch(), parts.stopping)
  return next
}

/**
 * Cleans up after a part that lost its turn while it was prepared: it expired, or another process marked it as failed.
 */
function abandonedWith(content: Content, { copies }: HandOverParts): undefined {
  if ('path' in content) copies.discard(content.path)
}

function handoverOf({ send, part, service }: Job, { route }: Way, { outgoing, nowMs }: HandOverParts) {
  const byRoute = route.by === 'participant' ? route.service : service
  return { send, part, service: byRoute, afterRowid: outgoing.newestRowid(), atMs: nowMs() }
}

/** Messages may still read the file of a message that may have been sent. */
function settleCopy(id: HandoverId, path: string, { end }: ScriptVerdict, { copies }: HandOverParts): void {
  if (end.is === 'not_sent') copies.discard(path)
  else copies.handedOver(id, path)
}

/** Never throws: the script is already running, and a full disk must not keep us from seeing it end. */
function noteStart(id: HandoverId, pid: number, { ledger, log }: HandOverParts): void {
  try {
    ledger.started(id, pid)
  } catch {
    log.warn(`the process of a script could not be noted in the ledger`)
  }
}

function report({ send, part }: Job, verdict: ScriptVerdict, { log, changed, onVerdict }: HandOverParts): void {
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
