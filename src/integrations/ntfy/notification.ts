/** What is pushed for a message: never what was written, only that, when and from whom something came. */
import type { InboundNotice } from '../../plugin-api/index.ts'
import type { Settings } from './settings.ts'

/** As ntfy's "publish as JSON" has it. */
interface Notification {
  topic: string
  title: string
  message: string
  priority: number
  tags: string[]
  /** A repeat takes the place of the notification that is there already; servers before 2.16 do not know it. */
  sequence_id: string
  click?: string
}

export function notificationFor(notice: InboundNotice, settings: Settings): Notification {
  const { topic, priority, tags, page_url, show_names } = settings
  return {
    topic,
    title: show_names ? shortened(notice.sender) : 'Messages',
    message: show_names ? shortened(whatCame(notice)) : 'New message',
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

/** Which conversation it is the page cannot be told: its address is none that this tier is given. */
const pageOf = (address: string): string => new URL('app/', address.endsWith('/') ? address : `${address}/`).href

/** ntfy makes an attachment of what is long. */
const longestLine = 200

function shortened(line: string): string {
  const characters = [...line.replaceAll(/\s+/g, ' ')]
  return characters.length <= longestLine ? characters.join('') : `${characters.slice(0, longestLine - 1).join('')}…`
}
