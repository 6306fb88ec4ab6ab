/** Turns an order into a queued send: validates the content, and looks up the recipient in chat.db. */
import type { Config } from '../contract/config.ts'
import type { ChatGuid } from '../contract/ids.ts'
import type { Send, SendService } from '../contract/send.ts'
import { notGranted } from '../domain/grant/not-granted.ts'
import type { GrantedRecipient } from '../domain/grant/recipients.ts'
import { canBeWrittenTo } from '../domain/handles.ts'
import { conversationsMeant } from '../domain/history/chat-guid.ts'
import { ServiceError } from '../domain/service-error.ts'
import { faultOfText } from '../domain/text-to-send.ts'
import { expiryOf } from './decisions/expiry.ts'
import type { Order, PartOrder, SendLedger } from './ledger/ledger.ts'
import type { Addressee, Outgoing } from './messages/outgoing.ts'
import type { SendOrder, SendPermit } from './sending.ts'

export interface AcceptDeps {
  ledger: SendLedger
  outgoing: Pick<Outgoing, 'findPerson' | 'findChat' | 'membersOf'>
  settings(): Config['send']
  nowMs(): number
  expiresAfter: number
}

export function accept(order: SendOrder, deps: AcceptDeps): { send: Send; isNew: boolean } {
  const { per_minute, same_text_people } = deps.settings()
  const limits = { perMinute: per_minute, sameTextPeople: same_text_people }
  return deps.ledger.accept(ledgerOrder(order, deps), limits)
}

function ledgerOrder(order: SendOrder, { outgoing, nowMs, expiresAfter }: AcceptDeps): Order {
  const { by, idempotencyKey = null, isConfirmed = false, permit } = order
  const createdAtMs = nowMs()
  if (permit !== undefined) requireOpen(permit, order.sendAtMs ?? createdAtMs)
  const { addressee, ...recipient } = resolveRecipient(order, outgoing)
  const mustAsk =
    permit !== undefined &&
    requireReach(permit, order, { ...addressee, members: outgoing.membersOf(addressee) }) === 'ask'
  const asks = mustAsk ? { label: permit.label, reason: permit.reason } : order.asks
  const terms = { createdAtMs, isHeld: asks !== undefined, expiresAtMs: order.expiresAtMs }
  return {
    by,
    idempotencyKey,
    isConfirmed,
    createdAtMs,
    expiresAtMs: expiryOf(terms, expiresAfter),
    ...(order.sendAtMs !== undefined && { sendAtMs: order.sendAtMs }),
    ...(asks && { asks }),
    ...(permit?.perHour != null && { perHour: permit.perHour }),
    parts: partsOf(order),
    ...recipient,
  }
}

/** Throws `send_not_granted` where the grant of a key lets it send nothing, or nothing at that time. */
export function requireOpen(permit: SendPermit, atMs: number): void {
  if (!permit.maySend) throw notGranted('mode')
  if (!permit.isOpenAt(atMs)) throw notGranted('hours')
}

/** Throws the same for somebody whom the grant hides as for somebody who is not known. */
export function requireReach(permit: SendPermit, { to }: Pick<SendOrder, 'to'>, recipient: GrantedRecipient) {
  const reach = permit.reach(recipient)
  if (reach === 'direct' || reach === 'ask') return reach
  const isNamedByChat = 'guid' in to || conversationsMeant(to.handle).length > 0
  if (reach === 'hidden' && isNamedByChat) throw unknownConversation()
  throw notGranted('to')
}

export const unknownConversation = (): ServiceError =>
  new ServiceError('conversation_not_found', 'That conversation is not known.')

/** Throws `invalid_request` for a text that would not arrive as it stands, and where nothing is to be sent. */
export function partsOf({ text, file }: Pick<SendOrder, 'text' | 'file'>): Order['parts'] {
  const filePart: PartOrder | undefined = file && { kind: 'file', ...file }
  const caption = text === undefined ? undefined : textPart(text)
  const [first, second] = [filePart, caption].filter((part) => part !== undefined)
  if (first === undefined) throw invalid('text', 'is missing')
  return second === undefined ? [first] : [first, second]
}

function textPart(text: string): PartOrder {
  requireSendable(text)
  return { kind: 'text', text }
}

/** Throws `invalid_request` for a text that would not arrive as it stands. */
export function requireSendable(text: string): void {
  const fault = faultOfText(text)
  if (fault !== undefined) throw invalid('text', fault)
}

type ResolvedRecipient = Pick<Order, 'conversation' | 'handle' | 'chatGuid' | 'service'> & { addressee: Addressee }

function resolveRecipient({ to, file }: SendOrder, outgoing: AcceptDeps['outgoing']): ResolvedRecipient {
  if ('guid' in to) return toChat(to.guid, null, outgoing)
  const service = to.service ?? null
  if (conversationsMeant(to.handle).length === 0) return toPerson(to.handle, service, outgoing)
  if (file !== undefined) return toChat(to.handle, service, outgoing)
  throw invalid('handle', 'is the GUID of a chat: send the text by POST /api/v1/send/chat')
}

function toPerson(handle: string, service: SendService | null, outgoing: AcceptDeps['outgoing']): ResolvedRecipient {
  const addressee = canBeWrittenTo(handle) ? outgoing.findPerson(handle) : undefined
  if (addressee === undefined) throw invalid('handle', 'is no phone number, e-mail address or short code')
  const chat = addressee.chats.find(({ guid }) => service === null || isOf(service, guid))
  return { ...nameOf(addressee), chatGuid: chat?.guid ?? null, service }
}

function toChat(guid: string, service: SendService | null, outgoing: AcceptDeps['outgoing']): ResolvedRecipient {
  const addressee = outgoing.findChat(guid)
  if (addressee === undefined) throw unknownConversation()
  if (service !== null && addressee.isGroup) throw invalid('service', 'cannot be chosen for a group')
  if (service !== null) return toPerson(addressee.handle, service, outgoing)
  const asAsked = addressee.chats.find((chat) => chat.guid === guid) ?? addressee.chats[0]
  return { ...nameOf(addressee), chatGuid: asAsked?.guid ?? (guid as ChatGuid), service }
}

const nameOf = (addressee: Addressee) => {
  const { conversation, handle } = addressee
  return { conversation, handle, addressee }
}

/** Whether a chat belongs to a service. Since macOS 26 a chat may be of any service. */
const isOf = (service: SendService, guid: ChatGuid): boolean =>
  guid.toLowerCase().startsWith(`${service.toLowerCase()};`) || guid.startsWith('any;')

const invalid = (path: string, reason: string): ServiceError =>
  new ServiceError('invalid_request', `The ${path} cannot be sent.`, { in: 'body', path, reason })
