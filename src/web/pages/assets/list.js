/** The list of conversations. */
import { get } from './api.js'
import { element, shortly } from './elements.js'

const nav = document.getElementById('conversations')
const pageSize = 50
let wanted = pageSize

export async function drawList(openGuid) {
  const conversations = await get('/api/v1/conversations', { limit: Math.min(wanted, 200) })
  const rows = conversations.map((conversation) => row(conversation, conversation.guid === openGuid))
  const hasMore = conversations.length === wanted && wanted < 200
  nav.replaceChildren(
    element('ul', {}, ...rows),
    ...(conversations.length === 0 ? [element('p', { class: 'quiet' }, 'There are no messages yet.')] : []),
    ...(hasMore ? [element('button', { class: 'more', onclick: () => more(openGuid) }, 'More conversations')] : []),
  )
}

function more(openGuid) {
  wanted += pageSize
  drawList(openGuid)
}

function row(conversation, isOpen) {
  const {
    guid,
    display_name: name,
    last_message: text,
    last_message_ts: ts,
    unread_count: unread,
    muted,
  } = conversation
  const own = conversation.last_message_is_from_me ? 'You: ' : ''
  const author = conversation.is_group && conversation.last_message_sender
  return element(
    'li',
    {},
    element(
      'a',
      {
        href: `#/${encodeURIComponent(guid)}`,
        'aria-current': isOpen && 'page',
        class: unread > 0 ? 'unread' : undefined,
      },
      element('span', { class: 'avatar', 'aria-hidden': 'true' }, initials(name)),
      element('span', { class: 'name', dir: 'auto' }, name, muted && element('span', { class: 'muted' }, ' · muted')),
      element('time', { datetime: ts }, shortly(ts)),
      element('span', { class: 'last', dir: 'auto' }, `${own || (author ? `${author}: ` : '')}${text}`),
      unread > 0 && element('span', { class: 'badge', 'aria-label': `${unread} unread` }, String(unread)),
    ),
  )
}

const initials = (name) =>
  name
    .split(/\s+/)
    .map((word) => [...word].find((character) => /\p{L}/u.test(character)))
    .filter(Boolean)
    .slice(0, 2)
    .join('')
    .toUpperCase() || '#'
