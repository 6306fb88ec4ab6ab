/** Asks the program `imsg` that the owner has installed, one request to each process, only for its bridge. */
import { statSync } from 'node:fs'
import { basename, isAbsolute } from 'node:path'
import { isObject, objectIn } from '../base/json-object.ts'
import { askInLines } from '../mac/ask-in-lines.ts'
import {
  allAbilities,
  type HelperAbility,
  type HelperProgram,
  type HelperRequest,
  helperError,
  quoted,
  reactionName,
} from './helper-program.ts'

export interface ImsgPlace {
  path: string
  home: string
  timeoutMs: { status: number; request: number }
}

export function imsgHelper({ path, home, timeoutMs }: ImsgPlace): HelperProgram {
  const call = async (method: string, params: object, limitMs: number): Promise<Answer> => {
    requireOwnProgram(path)
    return callOnce({ path, home, method, params, limitMs })
  }
  return {
    name: 'imsg',
    async status() {
      const answer = await call('status', {}, timeoutMs.status)
      if (answer.is !== 'result') throw helperError('helper_unavailable', `imsg ${inWords(answer)}.`)
      const { version, methods, bridge } = answer.result
      const named = Array.isArray(methods) ? methods : []
      const abilities = allAbilities.filter((ability) => named.includes(methodOf[ability]))
      const isWhole = objectIn(bridge).ready === true && abilities.length === allAbilities.length
      return {
        version: typeof version === 'string' ? version.slice(0, 40) : null,
        abilities,
        trouble: isWhole ? null : 'The bridge of imsg does not run. Type: imsg launch',
      }
    },
    async ask(request) {
      const { method, params } = callFor(request)
      const answer = await call(method, params, timeoutMs.request)
      if (answer.is === 'result') return
      if (answer.is === 'not_started' || (answer.is === 'error' && answer.code === bridgeNeeded))
        throw helperError('helper_unavailable', `imsg ${inWords(answer)}.`)
      if (answer.is === 'error' && answer.code !== outcomeUnknown)
        throw helperError('helper_refused', `imsg ${inWords(answer)}.`)
      throw helperError('send_uncertain', `imsg ${inWords(answer)}.`)
    },
  }
}

const outcomeUnknown = -32_001
const bridgeNeeded = -32_003

const methodOf: Readonly<Record<HelperAbility, string>> = {
  send_tapbacks: 'tapback',
  send_edits: 'message.edit',
  send_unsends: 'message.unsend',
  typing: 'typing',
  read_receipts: 'read',
}

function callFor(request: HelperRequest): { method: string; params: object } {
  const chat = { chat_guid: request.chatGuid }
  switch (request.kind) {
    case 'typing':
      return { method: 'typing', params: { ...chat, typing: request.on } }
    case 'read':
      return { method: 'read', params: chat }
    case 'tapback': {
      const name = reactionName(request.emoji)
      const reaction = name === undefined ? { emoji: request.emoji } : { kind: name }
      return {
        method: 'tapback',
        params: { ...chat, message_guid: request.messageGuid, ...reaction, remove: request.remove },
      }
    }
    case 'edit':
      return { method: 'message.edit', params: { ...chat, message_guid: request.messageGuid, text: request.text } }
    case 'unsend':
      return { method: 'message.unsend', params: { ...chat, message_guid: request.messageGuid } }
  }
}

const othersMayWrite = 0o022

/** The setting can be changed over the network, so only a program that its owner installed under this name is started. */
function requireOwnProgram(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!isAbsolute(path) || basename(path) !== 'imsg' || stats?.isFile() !== true)
    throw helperError('helper_unavailable', 'There is no program imsg at the path of the setting.')
  const isOwned = stats.uid === 0 || stats.uid === process.getuid?.()
  if (!isOwned || (stats.mode & othersMayWrite) !== 0)
    throw helperError('helper_unavailable', 'The program imsg could have been changed by others, so it is not started.')
}

type Answer =
  | { is: 'result'; result: Record<string, unknown> }
  | { is: 'error'; code: number; message: string }
  | { is: 'not_started' }
  | { is: 'silent' }

const inWords = (answer: Exclude<Answer, { is: 'result' }>): string =>
  answer.is === 'error'
    ? `refused: ${quoted(answer.message)}`
    : answer.is === 'not_started'
      ? 'could not be started'
      : 'did not answer'

interface Once extends Pick<ImsgPlace, 'path' | 'home'> {
  method: string
  params: object
  limitMs: number
}

async function callOnce({ path, home, method, params, limitMs }: Once): Promise<Answer> {
  const answer = await askInLines({
    program: path,
    args: ['rpc', '--json'],
    home,
    line: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    answerIn,
    deadlineMs: limitMs,
  })
  return typeof answer === 'string' ? { is: answer } : answer
}

/** Undefined for a line that does not answer the request, such as a notification. */
function answerIn(line: string): Answer | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(line)
  } catch {
    return undefined
  }
  if (!isObject(parsed) || parsed.id !== 1) return undefined
  if (!isObject(parsed.error)) return { is: 'result', result: objectIn(parsed.result) }
  const { code, message, data } = parsed.error
  const detail = isObject(data) ? data.detail : data
  return { is: 'error', code: Number(code), message: String(detail ?? message ?? '') }
}
