/** Builds the notification for a message: never its content, only that something arrived, from whom and when. */
import type { InboundNotice } from '../../plugin-api/index.ts'
import { onPage } from '../shared/page-address.ts'
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
  /** Buttons. Each opens an address and does nothing itself, since whoever knows the topic could press them. */
  actions?: { action: 'view'; label: string; url: string; clear: boolean }[]
}

export function notificationFor(notice: InboundNotice, settings: Settings): Notification {
  const { topic, priority, tags, page_url, show_names } = settings
  return {
    topic,
    title: show_names ? shortened(notice.sender) : 'Messages',
    message: messageOf(notice, { show_names }),
    priority,
    tags,
    sequence_id: notice.delivery_id,
    // A message opens the page without its conversation, because this tier does not get the address of one.
    ...(page_url !== '' && { click: onPage(page_url, notice.decide?.send ?? 'app/') }),
    ...(page_url !== '' && notice.decide && { actions: actionsOf(notice.decide, page_url) }),
  }
}

function messageOf(notice: InboundNotice, { show_names }: Pick<Settings, 'show_names'>): string {
  if (notice.is_test) return 'This is a test.'
  if (notice.decide) return 'Waiting for you. Send or refuse it on the page.'
  return show_names ? shortened(whatCame(notice)) : 'New message'
}

function actionsOf({ send, refuse }: NonNullable<InboundNotice['decide']>, address: string): Notification['actions'] {
  const button = (label: string, path: string) => ({
    action: 'view' as const,
    label,
    url: onPage(address, path),
    clear: true,
  })
  return [button('Send', send), button('No', refuse)]
}

function whatCame({ is_group, group_name, has_attachments, line }: InboundNotice): string {
  const what = has_attachments ? 'New message with attachment' : 'New message'
  const where = is_group ? `${what} in ${group_name ?? 'a group'}` : what
  return line === undefined ? where : `${where} · ${line}`
}

/** ntfy turns a long text into an attachment. */
const longestLine = 200

function shortened(line: string): string {
  const characters = [...line.replaceAll(/\s+/g, ' ')]
  return characters.length <= longestLine ? characters.join('') : `${characters.slice(0, longestLine - 1).join('')}…`
}
