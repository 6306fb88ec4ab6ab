/** Builds the notification for a message: never its content, only that something arrived, from whom and when. */
import type { InboundNotice } from '../../plugin-api/index.ts'
import type { Settings } from './settings.ts'

/** The fields of ntfy's "publish as JSON". */
export interface Notification {
  topic: string
  title: string
  message: string
  priority: number
  tags: string[]
  /** A repeat replaces the notification that is already shown; servers before 2.16 ignore this. */
  sequence_id: string
  click?: string
}

export function notificationFor(notice: InboundNotice, settings: Settings): Notification {
  const { topic, priority, tags, page_url, show_names } = settings
  return {
    topic,
    title: show_names ? shortened(notice.sender) : 'Messages',
    message: notice.is_test ? 'This is a test.' : show_names ? shortened(whatCame(notice)) : 'New message',
    priority,
    tags,
    sequence_id: notice.delivery_id,
    ...(page_url !== '' && { click: pageOf(page_url) }),
  }
}

function whatCame({ is_group, group_name, has_attachments }: InboundNotice): string {
  const what = has_attachments ? 'New message with attachment' : 'New message'
  return is_group ? `${what} in ${group_name ?? 'a group'}` : what
}

/** Opens the page without a conversation, because this tier does not get the address of one. */
const pageOf = (address: string): string => new URL('app/', address.endsWith('/') ? address : `${address}/`).href

/** ntfy turns a long text into an attachment. */
const longestLine = 200

function shortened(line: string): string {
  const characters = [...line.replaceAll(/\s+/g, ' ')]
  return characters.length <= longestLine ? characters.join('') : `${characters.slice(0, longestLine - 1).join('')}…`
}
