/** Decides the outcome of a send on a simulated Mac: the ordinary course, or the failure or lie of an active fault. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { makeFolder } from '../folders.ts'
import { fail, land, unreachable, unreadableFile } from '../live/network.ts'
import { isCarried, isLive } from '../live/presence.ts'
import { hasIMessage } from '../live/reach.ts'
import { type Fate, putUnderWay } from '../live/under-way.ts'
import type { Self } from '../manifest.ts'
import type { FileToAttach } from '../messages/attachments.ts'
import type { Messages } from '../messages/open-messages.ts'
import type { Outgoing } from '../messages/send.ts'
import { messagesFolder } from '../paths.ts'
import { type ActiveFault, type FaultName, isTakenForPerson, strike } from './faults.ts'
import { lastLateMs } from './late.ts'
import type { MessagesApp, SendRequest, Service, Target } from './messages-app.ts'
import { appleErrors } from './osascript/apple-error.ts'
import { outgoingOf } from './outgoing.ts'
import { programFile } from './program-file.ts'

export interface Stage {
  readonly home: string
  readonly self: Self
  readonly messages: Messages
  readonly app: MessagesApp
}

const DEFAULT_LATENESS_MS = 12_000
const DEFAULT_COPY_LATENESS_MS = 3_000
const DELIVERED_LATE_MS = 90_000
const FAILS_AFTER_MS = 400

export function sendAsTold(stage: Stage, request: SendRequest): void {
  const target = found(stage, request.target)
  if ('guid' in request.target && isTakenForPerson(stage.home, request.target.guid)) {
    stage.messages.ghost({ chat: request.target.guid })
    return
  }
  if (target === undefined || stage.app.accounts().length === 0) throw cannotGet(request.target)
  const fault = strike(stage.home, 'send')
  const misbehave = fault && misbehaviours[fault.name]
  if (misbehave === undefined) proceed(stage, { ...request, target })
  else misbehave(stage, { ...request, target }, fault as ActiveFault)
}

/** Returns a chat with the name that the database uses for it. */
function found({ app }: Stage, target: Target): Target | undefined {
  if ('handle' in target) return target
  const chat = app.chat(target.guid)
  return chat && { guid: chat.guid }
}

const cannotGet = (target: Target) =>
  appleErrors.cannotGet('guid' in target ? `chat id "${target.guid}"` : `participant "${target.handle}"`)

/** Reports success at once: the sender does not learn what happens after the row has landed. */
function proceed(stage: Stage, request: SendRequest, fate: Fate = naturalFate(stage, request)): void {
  const landsAtMs = lastLateMs(stage.home, request)
  if (landsAtMs > Date.now()) landLater(stage, request, { fate, landsAtMs })
  else landNow(stage, outgoingOf(request), fate)
}

function naturalFate({ home, messages, app }: Stage, { content, target }: SendRequest): Fate {
  if ('path' in content && !withinReach(home, content.path)) return fails(unreadableFile)
  const { service, address } = wayOf(messages, target)
  if (!app.accounts().includes(service)) return fails(unreachable)
  return service !== 'iMessage' || address === undefined || hasIMessage(messages, address)
    ? { is: 'arrives' }
    : fails(unreachable)
}

/** Returns the service of a send and its address; a group has no address. */
function wayOf({ db }: Messages, target: Target): { service: Service; address: string | undefined } {
  if ('handle' in target) return { service: target.service ?? 'iMessage', address: target.handle }
  const chat = db.prepare('SELECT service_name, chat_identifier, style FROM chat WHERE guid = ?').get(target.guid)
  const isGroup = chat?.style === GROUP_STYLE
  return { service: chat?.service_name as Service, address: isGroup ? undefined : String(chat?.chat_identifier) }
}

const GROUP_STYLE = 43

const fails = (error: number, { afterMs = FAILS_AFTER_MS }: Partial<ActiveFault> = {}): Fate => ({
  is: 'fails',
  error,
  afterMs,
})

/** Messages is sandboxed: it can read its own folder and the Pictures folder, and little else. */
function withinReach(home: string, path: string): boolean {
  if (!existsSync(path)) throw appleErrors.noFile(path)
  const file = realpathSync(path)
  return [messagesFolder(home), join(home, 'Pictures')].some((folder) => {
    makeFolder(folder)
    return file.startsWith(realpathSync(folder) + sep)
  })
}

type Misbehaviour = (stage: Stage, request: SendRequest, fault: ActiveFault) => void

const misbehaviours: Partial<Record<FaultName, Misbehaviour>> = {
  'script-error': () => {
    throw appleErrors.undefinedVariable('theTarget')
  },
  'no-such-chat': (_stage, { target }) => {
    throw cannotGet(target)
  },
  'any-service': () => {
    throw appleErrors.cannotCoerce('any', 'constant')
  },
  'handler-failed': () => {
    throw appleErrors.handlerFailed()
  },
  timeout: ({ app }, request) => timeOut(app, request),
  'timeout-sent': (stage, request) => {
    proceed(stage, request)
    timeOut(stage.app, request)
  },
  'ghost-row': ({ messages }, { target }) => {
    messages.ghost({ chat: 'guid' in target ? target.guid : target.handle })
  },
  'error-22': (stage, request, fault) => proceed(stage, request, fails(unreachable, fault)),
  'error-25': (stage, request, fault) => proceed(stage, request, fails(unreadableFile, fault)),
  'delivered-late': (stage, request, { afterMs = DELIVERED_LATE_MS }) =>
    proceed(stage, request, { is: 'arrives', deliveredAfterMs: afterMs }),
  'placeholder-row': ({ messages }, request) => messages.placeholder(outgoingOf(request)),
  'lands-late': (stage, request, { afterMs = DEFAULT_LATENESS_MS }) =>
    landLater(stage, request, { fate: naturalFate(stage, request), landsAtMs: Date.now() + afterMs }),
  'note-single': (stage, request) =>
    landNow(stage, outgoingOf(request), naturalFate(stage, request), { comesBack: false }),
  'note-copy-late': (stage, request, { afterMs = DEFAULT_COPY_LATENESS_MS }) => {
    const late = { request, landsAtMs: Date.now() + afterMs, isCopy: true } as const
    putUnderWay(stage.home, { guid: randomUUID().toUpperCase(), fate: { is: 'arrives' }, sinceMs: nowMs(), late })
    landNow(stage, outgoingOf(request), naturalFate(stage, request), { comesBack: false })
  },
  'lands-in-sms': (stage, request) => landNow(stage, asSms(outgoingOf(request)), { is: 'arrives' }),
  downgrades: (stage, request, { afterMs = FAILS_AFTER_MS }) => proceed(stage, request, { is: 'downgrades', afterMs }),
  'never-lands': () => undefined,
}

/**
 * Moves the message to SMS. Before macOS 26 SMS has a separate chat, so the row is in another chat than it was sent to.
 */
function asSms(outgoing: Outgoing): Outgoing {
  const address = outgoing.chat?.match(/^[^;]+;-;(.+)/)?.[1] ?? outgoing.to
  const { chat, ...content } = outgoing
  const addressed = address === undefined ? { ...content, chat } : { ...content, to: address }
  return { ...addressed, service: 'SMS', columns: { was_downgraded: 1 } }
}

function timeOut(app: MessagesApp, { timeoutMs }: SendRequest): never {
  app.pause(timeoutMs)
  throw appleErrors.timedOut()
}

/** Stores the fate before the row, so that nobody finds the row without it. */
function landNow(
  { home, messages, self }: Stage,
  outgoing: Outgoing,
  fate: Fate,
  { comesBack = true }: { comesBack?: boolean } = {},
): void {
  const guid = randomUUID().toUpperCase()
  const isUpload = fate.is === 'fails' && fate.error === unreadableFile
  const files = outgoing.files?.map((file): FileToAttach => (isUpload ? { ...file, state: 'waiting' } : file))
  const landed = { ...outgoing, guid, ...(files && { files }) }
  if (fate.is === 'fails' && fate.afterMs === 0) {
    landFailed({ messages, self }, landed, fate.error)
    return
  }
  const isOrdinary = fate.is === 'arrives' && fate.deliveredAfterMs === undefined
  if (!isOrdinary || !isLive(home)) putUnderWay(home, { guid, fate, sinceMs: nowMs() })
  land(messages, self, landed, { comesBack })
  startCarrier(home)
}

/** Writes a row that has its error from the beginning, so that nobody sees it without. */
function landFailed({ messages, self }: Pick<Stage, 'messages' | 'self'>, outgoing: Outgoing, error: number): void {
  messages.transaction(() => fail(messages, land(messages, self, outgoing), error))
}

function landLater({ home }: Stage, request: SendRequest, { fate, landsAtMs }: { fate: Fate; landsAtMs: number }) {
  putUnderWay(home, { guid: randomUUID().toUpperCase(), fate, sinceMs: nowMs(), late: { request, landsAtMs } })
  startCarrier(home)
}

/** Includes fractions, so that two messages of one millisecond keep their order. */
const nowMs = () => performance.timeOrigin + performance.now()

/** Starts another process for what comes later, since this one will have ended by then. */
function startCarrier(home: string): void {
  if (isLive(home) || isCarried(home)) return
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', programFile('carrier'), home], {
    detached: true,
    stdio: 'ignore',
  }).unref()
}
