/** What a send leads to on a simulated Mac: the ordinary course, or the failure or lie that was asked for. */
import { spawn } from 'node:child_process'
import { mkdirSync, realpathSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { goOut, land } from '../live/network.ts'
import { isLive } from '../live/presence.ts'
import type { Self } from '../manifest.ts'
import type { FileToAttach } from '../messages/attachments.ts'
import type { Messages } from '../messages/open-messages.ts'
import type { Outgoing } from '../messages/send.ts'
import type { Written } from '../messages/writer.ts'
import { messagesFolder } from '../paths.ts'
import { type ActiveFault, type FaultName, strike } from './faults.ts'
import type { MessagesApp, SendRequest, Target } from './messages-app.ts'
import { appleErrors } from './osascript/apple-error.ts'
import { outgoingOf } from './outgoing.ts'

export interface Stage {
  readonly home: string
  readonly self: Self
  readonly messages: Messages
  readonly app: MessagesApp
}

const UNREACHABLE = 22
const UNREADABLE_FILE = 25
const UPLOAD_FAILED_STATE = 6
const DEFAULT_LATENESS_MS = 12_000

export function sendAsTold(stage: Stage, request: SendRequest): void {
  const { target } = request
  const exists = !('guid' in target) || stage.app.chat(target.guid) !== undefined
  if (!exists || stage.app.accounts().length === 0) throw cannotGet(target)
  const fault = strike(stage.home, 'send')
  const misbehave = fault && misbehaviours[fault.name]
  if (misbehave === undefined) proceed(stage, request)
  else misbehave(stage, request, fault as ActiveFault)
}

const cannotGet = (target: Target) =>
  appleErrors.cannotGet('guid' in target ? `chat id "${target.guid}"` : `participant "${target.handle}"`)

function proceed(stage: Stage, request: SendRequest): void {
  const { content } = request
  const outgoing = outgoingOf(request)
  if ('path' in content && !withinReach(stage.home, content.path)) {
    failUpload(stage, outgoing)
    return
  }
  const written = land(stage.messages, stage.self, outgoing)
  if (!isLive(stage.home)) goOut(stage.messages, written)
}

/** Messages is sandboxed: it reads its own folder and the pictures, little else. */
function withinReach(home: string, path: string): boolean {
  const file = realpathSync(path)
  return [messagesFolder(home), join(home, 'Pictures')].some((folder) => {
    mkdirSync(folder, { recursive: true })
    return file.startsWith(realpathSync(folder) + sep)
  })
}

function failUpload({ messages }: Stage, outgoing: Outgoing): void {
  const files = outgoing.files?.map((file): FileToAttach => ({ ...file, state: 'waiting' })) ?? []
  const written = messages.send(files.length > 0 ? { ...outgoing, files } : outgoing)
  for (const index of files.keys()) {
    messages.transferState({ attachmentGuid: `at_${index}_${written.guid}`, state: UPLOAD_FAILED_STATE })
  }
  messages.failed({ message: written, error: UNREADABLE_FILE })
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
  'error-22': ({ messages }, request) => {
    messages.failed({ message: messages.send(outgoingOf(request)), error: UNREACHABLE })
  },
  'error-25': (stage, request) => failUpload(stage, outgoingOf(request)),
  'lands-late': ({ home }, request, { afterMs = DEFAULT_LATENESS_MS }) => landLater(home, request, afterMs),
  'lands-in-sms': ({ messages }, request) => {
    messages.downgraded({ message: goesAsSms(messages, outgoingOf(request)) })
  },
  'never-lands': () => undefined,
}

/** Before macOS 26 texts have a chat of their own, so the row is found elsewhere than it was sent. */
function goesAsSms(messages: Messages, outgoing: Outgoing): Written {
  const address = outgoing.chat?.match(/^iMessage;-;(.+)/)?.[1] ?? outgoing.to
  if (address === undefined) return messages.send(outgoing)
  const { chat: _, ...content } = outgoing
  return messages.send({ ...content, to: address, service: 'SMS' })
}

function timeOut(app: MessagesApp, { timeoutMs }: SendRequest): never {
  app.pause(timeoutMs)
  throw appleErrors.timedOut()
}

/** The row comes when this process is long gone, so another one writes it. */
function landLater(home: string, request: SendRequest, afterMs: number): void {
  const here = fileURLToPath(import.meta.url)
  const program = fileURLToPath(new URL(`./land-later${extname(here)}`, import.meta.url))
  const child = spawn(process.execPath, [program, home, String(afterMs), JSON.stringify(request)], {
    detached: true,
    stdio: 'ignore',
  })
  child.unref()
}
