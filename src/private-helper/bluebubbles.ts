/** Asks a BlueBubbles server that the owner runs, over its REST API and only for its private API. */
import { errnoOf } from '../base/errors.ts'
import { isObject, objectIn } from '../base/json-object.ts'
import { hostIn } from '../domain/access/address.ts'
import { addressKind } from '../domain/address-kind.ts'
import { askSystem, lookupAllowed } from '../outgoing/lookup-allowed.ts'
import { type PostAnswer, post } from '../outgoing/post.ts'
import {
  allAbilities,
  type HelperProgram,
  type HelperRequest,
  helperError,
  quoted,
  reactionName,
} from './helper-program.ts'

export interface BlueBubblesPlace {
  url: string
  password: string
  timeoutMs: { status: number; request: number }
}

interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  body?: object
}

export function blueBubblesHelper({ url, password, timeoutMs }: BlueBubblesPlace): HelperProgram {
  async function call({ method, path, body }: Call, limitMs: number): Promise<PostAnswer> {
    const target = new URL(`${url.replace(/\/+$/, '')}/api/v1/${path}`)
    // The server looks at no header: its password goes in the address.
    target.searchParams.set('password', password)
    const literal = hostIn(target)
    const isAddress = /^[\d.]+$|:/.test(literal)
    const refusal = isAddress ? refusalOf(literal) : undefined
    if (refusal !== undefined) throw helperError('helper_unavailable', `The address of BlueBubbles ${refusal}.`)
    return post({
      url: target,
      method,
      body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      signal: AbortSignal.timeout(limitMs),
      lookup: lookupAllowed({
        refusalOf,
        refused: (why) => helperError('helper_unavailable', `The address of BlueBubbles ${why}.`),
        resolve: askSystem,
      }),
    })
  }

  return {
    name: 'BlueBubbles',
    async status() {
      const answer = await call({ method: 'GET', path: 'server/info' }, timeoutMs.status).catch(unreachable)
      if (answer.status !== 200) throw refusedOf(answer)
      const {
        server_version: version,
        private_api: isOn,
        helper_connected: isConnected,
      } = objectIn(bodyOf(answer).data)
      const trouble =
        isOn !== true
          ? 'The private API of BlueBubbles is off.'
          : isConnected !== true
            ? 'The helper of BlueBubbles is not connected to Messages.'
            : null
      return {
        version: typeof version === 'string' ? version.slice(0, 40) : null,
        abilities: trouble === null ? allAbilities : [],
        trouble,
      }
    },
    async ask(request) {
      const asked = callFor(request)
      const answer = await call(asked, timeoutMs.request).catch((error: unknown) => {
        if (wasNeverReached(error)) return unreachable(error)
        throw helperError('send_uncertain', 'BlueBubbles did not answer in time.')
      })
      if (answer.status < 200 || answer.status > 299) throw refusedOf(answer)
    },
  }
}

/** Whether the request cannot have arrived. */
const wasNeverReached = (error: unknown): boolean =>
  ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ERR_INVALID_URL'].includes(
    errnoOf(error) ?? '',
  ) || isOurs(error)

const isOurs = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'helper_unavailable'

function unreachable(error: unknown): never {
  if (isOurs(error)) throw error
  const why = errnoOf(error) ?? 'no answer'
  throw helperError('helper_unavailable', `BlueBubbles cannot be reached (${why}).`)
}

/** The owner names the address; these are never that of a server. */
function refusalOf(address: string): string | undefined {
  const kind = addressKind(address)
  return kind === 'public' || kind === 'private' || kind === 'loopback' ? undefined : `leads to a ${kind} address`
}

function callFor(request: HelperRequest): Call {
  const chat = `chat/${encodeURIComponent(request.chatGuid)}`
  switch (request.kind) {
    case 'typing':
      return { method: request.on ? 'POST' : 'DELETE', path: `${chat}/typing` }
    case 'read':
      return { method: 'POST', path: `${chat}/read` }
    case 'tapback':
      return {
        method: 'POST',
        path: 'message/react',
        body: {
          chatGuid: request.chatGuid,
          selectedMessageGuid: request.messageGuid,
          reaction: `${request.remove ? '-' : ''}${nameOf(request.emoji)}`,
          partIndex: 0,
        },
      }
    case 'edit':
      return {
        method: 'POST',
        path: `message/${encodeURIComponent(request.messageGuid)}/edit`,
        body: {
          editedMessage: request.text,
          backwardsCompatibilityMessage: `Edited to “${request.text}”`,
          partIndex: 0,
        },
      }
    case 'unsend':
      return {
        method: 'POST',
        path: `message/${encodeURIComponent(request.messageGuid)}/unsend`,
        body: { partIndex: 0 },
      }
  }
}

function nameOf(emoji: string): string {
  const name = reactionName(emoji)
  if (name === undefined)
    throw helperError('unsupported', 'Of all reactions only ❤️ 👍 👎 😂 ‼️ ❓ can be given through BlueBubbles.')
  return name
}

function bodyOf({ body }: PostAnswer): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    return isObject(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

function refusedOf(answer: PostAnswer) {
  const { status } = answer
  if (status === 401 || status === 403)
    return helperError('helper_unavailable', 'BlueBubbles does not accept the password.')
  const { error, message } = bodyOf(answer)
  const said = objectIn(error).message ?? message ?? ''
  if (/private api/i.test(String(said)))
    return helperError('helper_unavailable', 'The private API of BlueBubbles does not run.')
  return helperError('helper_refused', `BlueBubbles answered ${status}: ${quoted(said)}.`)
}
