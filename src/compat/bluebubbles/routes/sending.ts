/**
 * Routes that send: texts, files, new chats, reactions, edits and unsends. `tempGuid` is remembered like an idempotency
 * key, so that a repeated request gets the first result and nothing goes twice; the answer waits for the row of the
 * message, and says what the ledger of sends knows.
 */
import { createHash, randomUUID } from 'node:crypto'
import { type Backoff, backoffMs } from '../../../base/backoff.ts'
import { pause } from '../../../base/pause.ts'
import { landedStates, type Send } from '../../../contract/send.ts'
import type { StoredRow } from '../../../contract/stored-row.ts'
import { hasCode, ServiceError } from '../../../domain/service-error.ts'
import { guidOfRow } from '../../wire/lines.ts'
import {
  chatIdentifierOf,
  isGroupGuid,
  type ReactionName,
  reactionEmoji,
  reactionNames,
} from '../../wire/row-values.ts'
import { chatOf } from '../chat-of.ts'
import { findConversation, findRow, messagesOf } from '../chats.ts'
import { type BlueBubblesError, badRequest, messagesError, needsPrivateApi } from '../envelope.ts'
import type { Host } from '../host.ts'
import { check, type Fields, list, number, oneOf, present, required, text, textIn, wholeIn } from '../input.ts'
import type { BlueBubblesRequest, Handler, Route, Session } from '../request.ts'
import type { BlueBubblesMessage } from '../shapes.ts'

const methods = oneOf('apple-script', 'private-api')
const needsHelper = ['effectId', 'subject', 'selectedMessageGuid', 'attributedBody'] as const

/** Throws for what only the helper inside of Messages can send, rather than to send something else. */
function requirePlain(body: Fields): void {
  if (needsHelper.some((name) => body[name] !== undefined && body[name] !== null && body[name] !== ''))
    throw needsPrivateApi()
}

/** Says so where a client insists on a way of sending that is not needed. */
const sentMessage = (what: string, { method }: Fields): string =>
  method === 'private-api' ? `${what} It went without the Private API, which nothing in it needs.` : what

/** Makes one for a client that names none; a client that repeats a request has to name it. */
const tempGuidIn = (body: Fields): string => textIn(body, 'tempGuid') ?? `temp-${randomUUID()}`

const visibleAscii = /^[\x21-\x7e]{1,200}$/
const keyOf = (tempGuid: string): string =>
  `bluebubbles:${visibleAscii.test(tempGuid) ? tempGuid : createHash('sha256').update(tempGuid).digest('hex')}`

interface Outcome {
  row: StoredRow
  message: BlueBubblesMessage
}

interface Sending {
  request: BlueBubblesRequest
  /** The outer message of a failure. */
  failure: string
  tempGuid: string
  order(options: { idempotencyKey: string }): Promise<Send>
}

/** Throws the `iMessage Error` that tells what became of the message, where it did not arrive in Messages. */
async function send({ request, failure, tempGuid, order }: Sending): Promise<Outcome> {
  const { session } = request
  let accepted: Send
  try {
    accepted = await order({ idempotencyKey: keyOf(tempGuid) })
    request.live.tempGuids.note(accepted.id, tempGuid)
  } catch (error) {
    noteFailed(error, request, tempGuid)
    throw await refusedSend(error, { session, failure, tempGuid })
  }
  const settled = await settle(accepted, request)
  if (!landedStates.includes(settled.state)) throw await failedSend(settled, { session, failure, tempGuid })
  const row = await rowOf(settled, request)
  if (row === undefined)
    throw messagesError(`It was sent, but Messages shows it no more (${settled.id} of this service).`, failure)
  const [message] = await messagesOf(session, [row], { tempGuid })
  if (row.error !== 0)
    throw messagesError('Message failed to send!', 'Message sent with an error. See attached message', message)
  return { row, message: message as BlueBubblesMessage }
}

/** A send can fail before its order is answered. */
function noteFailed(error: unknown, { live }: BlueBubblesRequest, tempGuid: string): void {
  const send = error instanceof ServiceError ? (error.details.send as Send | undefined) : undefined
  if (send?.state !== 'failed' || send.rowid !== null) return
  live.tempGuids.note(send.id, tempGuid)
  live.tellFailed(send)
}

type Failing = Pick<Sending, 'failure' | 'tempGuid'> & { session: Session }

async function refusedSend(error: unknown, failing: Failing): Promise<unknown> {
  if (!(error instanceof ServiceError)) return error
  const { send: before } = error.details
  if (error.code === 'idempotency_mismatch')
    return badRequest(`Message is already queued to be sent! (Temp GUID: ${failing.tempGuid})`)
  if (error.code === 'forbidden' || error.code === 'too_large') return error
  if (error.code === 'invalid_request') return badRequest(`${error.what} It ${String(error.details.reason ?? '')}.`)
  if (error.code === 'conversation_not_found') return messagesError('Chat does not exist!', failing.failure)
  if (before !== undefined) return failedSend(before as Send, failing, error.message)
  return messagesError(error.message, failing.failure)
}

const waitsStill =
  'It has not appeared in Messages yet and may still go out. Repeating it with the same tempGuid sends nothing twice, and tells what has become of it.'
const waitsForOwner =
  'It waits until the owner of this Mac releases it. Repeating it with the same tempGuid sends nothing twice, and tells what has become of it.'
const isUncertain =
  'It is uncertain whether it was sent: Messages took it, and does not show it. It is not sent again by itself; look into Messages before you repeat it under a new tempGuid.'

/** A message that Messages shows with an error comes along, as with the original. */
async function failedSend(
  send: Send,
  { session, failure, tempGuid }: Failing,
  told?: string,
): Promise<BlueBubblesError> {
  const row = send.guid === null ? undefined : await findRow(session, guidOfRow(send.chat_guid, send.guid))
  const [data] = row === undefined ? [] : await messagesOf(session, [row], { tempGuid })
  const states: Partial<Record<Send['state'], string | undefined>> = {
    uncertain: isUncertain,
    failed: send.error?.message ?? told,
    held: waitsForOwner,
  }
  const words = Object.hasOwn(states, send.state) ? states[send.state] : waitsStill
  return messagesError(words ?? 'Failed to send message!', failure, data)
}

const underWay: readonly Send['state'][] = ['queued', 'handed_over']
const patienceMs = 120_000

/** The first checks follow quickly, since most outcomes are known within moments. */
const looks: Backoff = { firstMs: 20, longestMs: 200 }

/** Returns the send once it is decided, or as it is after two minutes, as long as the original waits. */
async function settle(first: Send, { services, signal }: BlueBubblesRequest): Promise<Send> {
  const untilMs = services.nowMs() + patienceMs
  let current = first
  for (let look = 1; underWay.includes(current.state) && services.nowMs() < untilMs && !signal.aborted; look++) {
    await pause(backoffMs(looks, look), signal)
    current = (await services.sending.get(first.id)) ?? current
  }
  return current
}

const mostLooks = 28

/** The ledger may know of a row a moment before this process reads it. */
async function rowOf(
  { guid, chat_guid }: Send,
  { session, signal }: BlueBubblesRequest,
): Promise<StoredRow | undefined> {
  for (let look = 1; guid !== null && look <= mostLooks && !signal.aborted; look++) {
    const row = await findRow(session, guidOfRow(chat_guid, guid))
    if (row !== undefined) return row
    await pause(backoffMs(looks, look), signal)
  }
  return undefined
}

/** Sends to a chat, and to the person whom its GUID names where there is no such chat yet; `later` names a time. */
export const toChat =
  ({ session }: Pick<BlueBubblesRequest, 'session'>, guid: string, text: string, later: { send_at?: string } = {}) =>
  async (options: { idempotencyKey?: string }): Promise<Send> => {
    try {
      return await session.ask('send_to_chat', { guid, text, ...later }, options)
    } catch (error) {
      if (!hasCode(error, 'conversation_not_found') || isGroupGuid(guid) || !guid.includes(';')) throw error
      return session.ask('send', { handle: chatIdentifierOf(guid), text, ...later }, options)
    }
  }

const sendText: Handler = async (request) => {
  const { body } = request
  check(body, {
    chatGuid: [required, text],
    tempGuid: [text],
    message: [present, text],
    method: [text, methods],
    effectId: [text],
    subject: [text],
    selectedMessageGuid: [text],
    partIndex: [number({ min: 0 })],
  })
  requirePlain(body)
  const written = textIn(body, 'message')
  if (written === undefined) throw badRequest("A 'message' is required when sending via AppleScript")
  const tempGuid = tempGuidIn(body)
  const order = toChat(request, textIn(body, 'chatGuid') ?? '', written)
  const { message } = await send({ request, failure: 'Message Send Error', tempGuid, order })
  return { message: sentMessage('Message sent!', body), data: message }
}

const sendAttachment: Handler = async (request) => {
  const { body, file, session } = request
  check(body, {
    chatGuid: [required, text],
    tempGuid: [text],
    method: [text, methods],
    name: [text],
    effectId: [text],
    subject: [text],
    selectedMessageGuid: [text],
    partIndex: [number({ min: 0 })],
  })
  requirePlain(body)
  if (file === undefined) throw badRequest('Attachment not provided or was empty!')
  const named = { ...file, name: textIn(body, 'name') ?? file.name }
  const guid = textIn(body, 'chatGuid') ?? ''
  const order = async (options: { idempotencyKey: string }) => {
    try {
      return await session.ask('send_file', { handle: guid }, { ...options, file: named })
    } catch (error) {
      if (!hasCode(error, 'conversation_not_found') || isGroupGuid(guid)) throw error
      return session.ask('send_file', { handle: chatIdentifierOf(guid) }, { ...options, file: named })
    }
  }
  const { message } = await send({ request, failure: 'Attachment Send Error', tempGuid: tempGuidIn(body), order })
  return { message: sentMessage('Attachment sent!', body), data: message }
}

/** Takes fields also under the names that elizaOS sends, which the original refuses. */
function withOtherNames(request: BlueBubblesRequest, names: Readonly<Record<string, string>>): BlueBubblesRequest {
  const { body } = request
  const named = Object.entries(names).map(([name, other]) => [name, body[name] ?? body[other]])
  return { ...request, body: { ...body, ...Object.fromEntries(named.filter(([, value]) => value !== undefined)) } }
}

/** Messages' scripting can begin a chat only with one person and with a message. */
const newChat: Handler = async (given) => {
  const request = withOtherNames(given, { addresses: 'participants' })
  const { body, session } = request
  check(body, {
    addresses: [required, list],
    message: [text],
    method: [text, methods],
    service: [text, oneOf('iMessage', 'SMS')],
    tempGuid: [text],
    effectId: [text],
    subject: [text],
  })
  requirePlain(body)
  const addresses = (body.addresses as unknown[]).filter((each) => typeof each === 'string' && each !== '') as string[]
  const [handle, ...others] = addresses
  const written = textIn(body, 'message')
  if (handle === undefined) throw messagesError('No addresses provided!')
  if (others.length > 0) throw messagesError('Cannot create group chats on macOS Big Sur or newer!')
  if (written === undefined) throw messagesError('A message is required when creating chats on macOS Big Sur or newer!')
  const service = textIn(body, 'service')
  const { row, message } = await send({
    request,
    failure: 'Message Send Error',
    tempGuid: tempGuidIn(body),
    order: (options) => session.ask('send', { handle, text: written, ...(service && { service }) }, options),
  })
  const conversation = await findConversation(session, row.conversation_guid)
  if (conversation === undefined) throw messagesError('Failed to create new chat! Chat not found!')
  const { chats: _its, ...withoutChats } = message
  return {
    message: sentMessage('Successfully created chat!', body),
    data: chatOf(conversation, { handles: await session.handles(), messages: [withoutChats] }),
  }
}

/** Throws where neither a private helper nor the window of Messages can do it: then the original would need its helper. */
async function requireAbility({ host, services }: BlueBubblesRequest, ability: Parameters<Host['mayChange']>[0]) {
  if (!(await host.mayChange(ability, services))) throw needsPrivateApi()
}

/** The number by which our own API changes a message. */
const changeable = ({ rowid, message_rowid }: StoredRow): number => message_rowid ?? rowid

async function selected({ session }: BlueBubblesRequest, guid: string): Promise<StoredRow> {
  const row = await findRow(session, guid)
  if (row === undefined) throw badRequest('Selected message does not exist!')
  return row
}

/** A change in the window is made to the message as a whole. */
function requireFirstPart(body: Fields): void {
  if ((wholeIn(body, 'partIndex') ?? 0) > 0) throw needsPrivateApi()
}

async function changed(failure: string, change: () => Promise<unknown>): Promise<void> {
  try {
    await change()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === 'forbidden') throw error
    if (error.code === 'unsupported') throw needsPrivateApi()
    const { reason } = error.details
    throw messagesError(typeof reason === 'string' ? reason : error.message, failure)
  }
}

const react: Handler = async (given) => {
  const request = withOtherNames(given, { selectedMessageGuid: 'messageGuid' })
  const { body, session } = request
  check(body, {
    chatGuid: [required, text],
    selectedMessageGuid: [required, text],
    reaction: [required, text, oneOf(...reactionNames, ...reactionNames.map((name) => `-${name}`))],
    partIndex: [number({ min: 0 })],
  })
  await requireAbility(request, 'send_tapbacks')
  requireFirstPart(body)
  const message = await selected(request, textIn(body, 'selectedMessageGuid') ?? '')
  const { guid } = message
  const reaction = textIn(body, 'reaction') ?? ''
  const emoji = reactionEmoji[reaction.replace('-', '') as ReactionName]
  await changed('Reaction Send Error', () =>
    session.relay.change_tapback({ rowid: changeable(message), emoji, remove: reaction.startsWith('-') }),
  )
  const { rows } = await session.relay.list_rows({
    about: guid,
    reactions: 'only',
    from_me: true,
    order: 'rowid',
    limit: 1,
  })
  const [data] = await messagesOf(session, rows.length > 0 ? rows : [await selected(request, guid)])
  return { message: 'Reaction sent!', data }
}

const everything = new Set(['attributedbody', 'messagesummaryinfo'])

const edit: Handler = async (request) => {
  const { body, session, params } = request
  check(body, { editedMessage: [required, text], partIndex: [number({ min: 0 })] })
  await requireAbility(request, 'send_edits')
  requireFirstPart(body)
  const message = await selected(request, params.guid ?? '')
  const { guid } = message
  const written = textIn(body, 'editedMessage') ?? ''
  await changed('Message Edit Error', () => session.relay.edit_message({ rowid: changeable(message), text: written }))
  const [data] = await messagesOf(session, [await selected(request, guid)], { wanted: everything })
  return { message: 'Message edited!', data }
}

const unsend: Handler = async (request) => {
  const { body, session, params } = request
  check(body, { partIndex: [number({ min: 0 })] })
  await requireAbility(request, 'send_unsends')
  requireFirstPart(body)
  const message = await selected(request, params.guid ?? '')
  const { guid } = message
  await changed('Unsend Message Error', () => session.relay.unsend_message({ rowid: changeable(message) }))
  const [data] = await messagesOf(session, [await selected(request, guid)], { wanted: everything })
  return { message: 'Message unsent!', data }
}

/** The answer is the message as Messages shows it, so that the key has to read as well. */
const scopes = ['write', 'read'] as const

export const sendingRoutes: readonly Route[] = [
  { method: 'POST', path: 'message/text', scopes, handle: sendText },
  { method: 'POST', path: 'message/attachment', scopes, handle: sendAttachment, upload: 'attachment' },
  { method: 'POST', path: 'chat/new', scopes, handle: newChat },
  { method: 'POST', path: 'chat', scopes, handle: newChat },
  { method: 'POST', path: 'message/react', scopes, handle: react },
  { method: 'POST', path: 'message/:guid/edit', scopes, handle: edit },
  { method: 'POST', path: 'message/:guid/unsend', scopes, handle: unsend },
]
