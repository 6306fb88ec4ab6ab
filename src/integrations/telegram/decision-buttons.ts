/**
 * Offers the decision about a message that waits for the user: buttons that open it on the page. They release nothing
 * themselves, since whoever has the chat or the bot's token could press them, and neither is signed in.
 */
import type { InlineKeyboardButton } from 'grammy/types'
import type { InboundMessage } from '../../plugin-api/index.ts'
import { onPage } from '../shared/page-address.ts'
import type { Settings } from './settings.ts'

/** Stands for the conversation of such a notice, into which nothing can be sent. */
export const decidedOnPage = 'decided on the page'

type Notice = Pick<InboundMessage, 'decide'>
type PageUrl = Pick<Settings, 'page_url'>

export function decisionButtons({ decide }: Notice, { page_url }: PageUrl): InlineKeyboardButton[] | undefined {
  if (decide === undefined || !mayBeButton(page_url)) return undefined
  return [
    { text: 'Send', url: onPage(page_url, decide.send) },
    { text: 'No', url: onPage(page_url, decide.refuse) },
  ]
}

/** Writes the address below the text where buttons are not possible, or where to find the message. */
export function withAddress(
  { text, decide }: Notice & Pick<InboundMessage, 'text'>,
  { page_url }: PageUrl,
): string | null {
  if (decide === undefined || mayBeButton(page_url)) return text
  const where = page_url === '' ? 'Send or refuse it on the page, under Waiting.' : onPage(page_url, decide.send)
  return `${text ?? ''}\n\n${where}`
}

/** Telegram refuses buttons that lead to a name without a dot, such as `localhost`. */
const mayBeButton = (address: string): boolean => URL.parse(address)?.hostname.includes('.') ?? false
