/**
 * Routes of scheduled messages, on the schedule of this service, which outlasts restarts and has no limit of 24 days.
 * Messages that repeat are refused, since this service has none.
 */
import { isObject } from '../../../base/json-object.ts'
import type { Scheduled, Send } from '../../../contract/send.ts'
import { guidOfRow } from '../../wire/lines.ts'
import { findConversation } from '../chats.ts'
import { badRequest, notFound } from '../envelope.ts'
import { check, type Fields, moment, number, oneOf, present, required, text, textIn, wholeIn } from '../input.ts'
import type { BlueBubblesRequest, Handler, Route, Session } from '../request.ts'
import { toChat } from './sending.ts'

type Status = 'pending' | 'in-progress' | 'complete' | 'error'

interface Shown {
  id: number
  /** The id of our send. */
  sendId: string
  isPending: boolean
  data: Record<string, unknown>
}

/** Clients want a number where our ids are random; a part of it names one of a few hundred for certain enough. */
const numberOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 8), 16) >>> 1

const missedText =
  'Its time passed while this Mac slept or the service did not run, so it was not sent. Move it or delete it.'

const pending = ({ id, state, send_at, text: message, ...rest }: Scheduled): Shown => ({
  id: numberOf(id),
  sendId: id,
  isPending: true,
  data: dataOf({
    ...rest,
    id,
    message: message ?? rest.file_name ?? '',
    send_at,
    status: state === 'missed' ? 'error' : state === 'queued' ? 'in-progress' : 'pending',
    error: state === 'missed' ? missedText : null,
    sentAt: null,
  }),
})

const statusOf = ({ state }: Send): Status => {
  if (state === 'failed' || state === 'uncertain') return 'error'
  return state === 'queued' || state === 'handed_over' ? 'in-progress' : 'complete'
}

function past(send: Send, message: string): Shown {
  const status = statusOf(send)
  return {
    id: numberOf(send.id),
    sendId: send.id,
    isPending: false,
    data: dataOf({
      ...send,
      message,
      send_at: send.send_at ?? send.created_at,
      status,
      error: send.error?.message ?? null,
      sentAt: status === 'complete' ? send.updated_at : null,
    }),
  }
}

interface Known extends Pick<Send, 'id' | 'chat_guid' | 'handle' | 'created_at'> {
  message: string
  send_at: string
  status: Status
  error: string | null
  sentAt: string | null
}

const dataOf = ({ id, chat_guid: guid, handle, message, send_at, status, error, sentAt, created_at }: Known) => ({
  id: numberOf(id),
  type: 'send-message',
  payload: { chatGuid: guid ?? `iMessage;-;${handle}`, message, method: 'apple-script' },
  scheduledFor: send_at,
  schedule: { type: 'once' },
  status,
  error,
  sentAt,
  created: created_at,
})

const mostSends = 500
const isWaiting: readonly Send['state'][] = ['scheduled', 'missed']

/** Lists the scheduled messages, the earliest first, then those of the last week. */
async function allShown(session: Session): Promise<Shown[]> {
  const [waiting, sends] = await Promise.all([
    session.relay.list_scheduled({}),
    session.relay.list_sends({ limit: mostSends }),
  ])
  const ids = new Set(waiting.map(({ id }) => id))
  const gone = sends.filter(
    ({ id, state, send_at, error }) =>
      send_at !== null && !ids.has(id) && !isWaiting.includes(state) && error?.code !== 'send_cancelled',
  )
  const texts = await textsOf(session, gone)
  return [...waiting.map(pending), ...gone.map((send) => past(send, texts.get(guidOfSend(send) ?? '') ?? ''))]
}

/** The ledger forgets texts once they went; Messages has them. */
async function textsOf({ relay }: Session, sends: readonly Send[]): Promise<Map<string, string>> {
  const guids = sends.flatMap((send) => guidOfSend(send) ?? [])
  if (guids.length === 0) return new Map()
  const { rows } = await relay.list_rows({ guids: guids.join(','), limit: guids.length })
  return new Map(rows.map(({ guid, text: written }) => [guid, written ?? '']))
}

const guidOfSend = ({ guid, chat_guid }: Send): string | undefined =>
  guid === null ? undefined : guidOfRow(chat_guid, guid)

async function existing({ session, params: { id = '' } }: BlueBubblesRequest): Promise<Shown> {
  const shown = (await allShown(session)).find((each) => String(each.id) === id)
  if (shown === undefined) throw notFound('Scheduled message not found!')
  return shown
}

async function requirePending(request: BlueBubblesRequest): Promise<Shown> {
  const shown = await existing(request)
  if (shown.isPending) return shown
  throw badRequest('The message was sent or has failed already. It leaves this list after a week.')
}

interface Order {
  chatGuid: string
  message: string
  send_at: string
}

function orderIn(body: Fields, nowMs: number): Order {
  check(body, {
    type: [required, text, oneOf('send-message')],
    scheduledFor: [required, number({ min: 0 })],
  })
  const { payload, schedule } = body
  if (!isObject(payload)) throw badRequest('The payload field is required.')
  if (isObject(schedule) && schedule.type !== undefined && schedule.type !== 'once')
    throw badRequest('Messages that repeat cannot be scheduled here. Schedule each one by itself.')
  check(payload, { chatGuid: [required, text], message: [present, text], method: [text] })
  const message = textIn(payload, 'message')
  if (message === undefined) throw badRequest('A message is required.')
  const atMs = wholeIn(body, 'scheduledFor') ?? 0
  if (atMs <= nowMs) throw badRequest('The scheduled time must be in the future.')
  return { chatGuid: textIn(payload, 'chatGuid') ?? '', message, send_at: moment(atMs) }
}

const list: Handler = async ({ session }) => ({
  message: 'Successfully fetched scheduled messages!',
  data: (await allShown(session)).map(({ data }) => data),
})

const find: Handler = async (request) => ({
  message: 'Successfully fetched scheduled message!',
  data: (await existing(request)).data,
})

const create: Handler = async (request) => {
  const { session, body, services } = request
  const { chatGuid, message, send_at } = orderIn(body, services.nowMs())
  const { id } = await toChat(request, chatGuid, message, { send_at })({})
  const made = (await session.relay.list_scheduled({})).find((each) => each.id === id)
  if (made === undefined) throw notFound('Scheduled message not found!')
  return { message: 'Successfully scheduled message!', data: pending(made).data }
}

const change: Handler = async (request) => {
  const { session, body, services } = request
  const { sendId, data } = await requirePending(request)
  const { chatGuid, message, send_at } = orderIn(body, services.nowMs())
  await requireSameChat(session, chatGuid, String((data.payload as { chatGuid: string }).chatGuid))
  const changed = await session.relay.change_scheduled({ id: sendId, text: message, send_at })
  return { message: 'Successfully updated scheduled message!', data: pending(changed).data }
}

/** Refuses to move a text that was written to one person to another. */
async function requireSameChat(session: Session, wanted: string, before: string): Promise<void> {
  if (wanted === before) return
  const [one, other] = await Promise.all([findConversation(session, wanted), findConversation(session, before)])
  if (one !== undefined && one.guid === other?.guid) return
  throw badRequest('The chat of a scheduled message cannot be changed. Delete the message and schedule another.')
}

const remove: Handler = async (request) => {
  const { sendId } = await requirePending(request)
  await request.session.relay.cancel_scheduled({ id: sendId })
  return { message: 'Successfully deleted scheduled message!' }
}

/** Texts that may never be sent are shown to whoever may write, as in our own API. */
const scopes = ['read', 'write'] as const

export const scheduleRoutes: readonly Route[] = [
  { method: 'GET', path: 'message/schedule', scopes, handle: list },
  { method: 'POST', path: 'message/schedule', scopes, handle: create },
  { method: 'GET', path: 'message/schedule/:id', scopes, handle: find },
  { method: 'PUT', path: 'message/schedule/:id', scopes, handle: change },
  { method: 'DELETE', path: 'message/schedule/:id', scopes, handle: remove },
]
