/** Declares the ways by which a message can be handed to Messages. */
import type { ChatGuid, Handle } from '../../contract/ids.ts'
import type { SendService } from '../../contract/send.ts'

/** Goes to a chat that Messages knows, or to an address by one of its accounts. */
export type Route = { by: 'chat'; guid: ChatGuid } | { by: 'participant'; service: SendService; handle: Handle }

/** The content that one run of a script hands over. */
export type Content = { text: string } | { path: string }
