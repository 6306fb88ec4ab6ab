/** Plans the order in which the ways to a recipient are tried, and decides when the next one is tried. */
import type { ChatGuid, Handle } from '../../contract/ids.ts'
import type { SendService } from '../../contract/send.ts'

/** Goes to a chat that Messages knows, or to an address by one of its accounts. */
export type Route = { by: 'chat'; guid: ChatGuid } | { by: 'participant'; service: SendService; handle: Handle }

/** The content that one run of a script hands over. */
export type Content = { text: string } | { path: string }

export interface Destination {
  isGroup: boolean
  handle: Handle
  /** The requested chat. */
  chatGuid: ChatGuid | null
  /** The chats under which Messages keeps the conversation; the most recently used first. */
  chats: readonly ChatGuid[]
  /** Chats of other conversations with the same identifier, to which a guessed spelling must not lead. */
  otherChats: readonly ChatGuid[]
  /** The only service to use; null leaves the choice to Messages. */
  service: SendService | null
}

/** The way to try now, and those left to try after it. */
export interface Attempt {
  route: Route
  others: readonly Route[]
  /** Whether Messages has not yet been launched for this message. */
  mayLaunch: boolean
}

/** The end of an attempt, and what may help. */
export interface Verdict {
  end: { is: 'handed_over' | 'not_sent' | 'uncertain' }
  remedy: 'launch' | 'other_route' | null
}

export function firstAttempt(destination: Destination): Attempt {
  const { service } = destination
  const [route, ...others] = service === null ? anyService(destination) : oneService(destination, service)
  return { route, others, mayLaunch: true }
}

/**
 * The only place that decides on another attempt, and its one condition: the message is certain not to have been sent.
 */
export function nextAttempt(tried: Attempt, { end, remedy }: Verdict): Attempt | undefined {
  if (end.is !== 'not_sent') return undefined
  if (remedy === 'launch' && tried.mayLaunch) return { ...tried, mayLaunch: false }
  const [route, ...others] = tried.others
  return remedy === 'other_route' && route ? { ...tried, route, others } : undefined
}

type Routes = [Route, ...Route[]]

/** The mark of a person comes last: a Mac that knows the group otherwise may take its identifier for a person's address. */
const groupPrefixes = ['any;+;', 'iMessage;+;', 'any;-;']
const personPrefixes = ['any;-;', 'iMessage;-;', 'SMS;-;']

function anyService({ isGroup, handle, chatGuid, chats, otherChats }: Destination): Routes {
  const stored = unique(chatGuid === null ? chats : [chatGuid, ...chats])
  const identifiers = unique(stored.map(identifierOf))
  const spelled = identifiers.flatMap((id) => (isGroup ? groupPrefixes : personPrefixes).map((prefix) => prefix + id))
  const guessed = (spelled as ChatGuid[]).filter((guid) => !otherChats.includes(guid))
  const byChat = unique([...stored, ...guessed]).map(toChat)
  const [first, ...rest] = byChat
  const participant = toParticipant('iMessage', handle)
  if (first === undefined) return [participant]
  return isGroup ? [first, ...rest] : [first, ...rest, participant]
}

/** Before macOS 26 the GUID of a chat names its service; a chat called `any` leaves the choice to Messages. */
function oneService({ handle, chats }: Destination, service: SendService): Routes {
  const participant = toParticipant(service, handle)
  const exact = chats.find((guid) => isNamedAfter(service, guid))
  return exact === undefined ? [participant] : [toChat(exact), participant]
}

/** Some databases have names in lower case, such as `sms;-;+12025550123`. */
const isNamedAfter = (service: SendService, guid: ChatGuid): boolean =>
  guid.toLowerCase().startsWith(`${service.toLowerCase()};-;`)

const toChat = (guid: ChatGuid): Route => ({ by: 'chat', guid })
const toParticipant = (service: SendService, handle: Handle): Route => ({ by: 'participant', service, handle })
const identifierOf = (guid: ChatGuid): string => guid.replace(/^[^;]*;[-+];/, '')
const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]
