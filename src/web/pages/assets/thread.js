/** The messages of one conversation. */
import { conversationPath, get, post } from './api.js'
import { atClock, element, isSameDay, link, onDay } from './elements.js'

const main = document.getElementById('main')
const pageSize = 60
const mostAtOnce = 500
const nearEndPx = 80

/** Draws it anew; one who reads at the end stays there, one who reads further up stays too. */
export async function drawThread(guid, view) {
  const path = conversationPath(guid)
  const anchor =
    view.around === undefined
      ? { limit: Math.min(view.count, mostAtOnce) }
      : { limit: pageSize, around_rowid: view.around }
  const [conversation, messages] = await Promise.all([get(path), get(`${path}/messages`, anchor)])
  if (!view.isCurrent()) return
  const log = main.querySelector('.log')
  const wasAtEnd = log === null || log.scrollHeight - log.scrollTop - log.clientHeight < nearEndPx
  const fromEnd = log === null ? 0 : log.scrollHeight - log.scrollTop
  const drawn = element(
    'div',
    { class: 'log', tabindex: '0', role: 'log', 'aria-label': 'Messages' },
    earlier(messages, anchor, view),
    ...lines(messages, conversation.is_group),
  )
  main.replaceChildren(heading(conversation), drawn)
  const target = view.around !== undefined && drawn.querySelector(`[data-rowid="${view.around}"]`)
  if (target) {
    target.classList.add('found')
    target.scrollIntoView({ block: 'center' })
  } else drawn.scrollTop = wasAtEnd ? drawn.scrollHeight : drawn.scrollHeight - fromEnd
  if (conversation.unread_count > 0 && wasAtEnd && view.around === undefined && isSomebodyHere())
    await markRead(path, messages.at(-1))
}

/** Pages of others can open this one, but touch nothing in it. */
const isSomebodyHere = () => document.visibilityState === 'visible' && navigator.userActivation.hasBeenActive

/** A key that only reads sees the page as well. */
const markRead = (path, newest) => newest && post(`${path}/read`, { rowid: newest.rowid }).catch(() => undefined)

function heading({ display_name: name, participants, is_group: isGroup, handle }) {
  const who = isGroup ? participants.map((person) => person.name).join(', ') : handle
  return element(
    'header',
    { class: 'thread' },
    element('a', { class: 'back', href: '#/', 'aria-label': 'Back to the conversations' }, '‹'),
    element('div', {}, element('h2', { dir: 'auto' }, name), element('p', { dir: 'auto' }, who)),
  )
}

function earlier(messages, { limit }, view) {
  if (view.around !== undefined)
    return element('button', { class: 'more', onclick: view.showNewest }, 'Newest messages')
  if (messages.length < limit) return undefined
  if (limit >= mostAtOnce) return element('p', { class: 'quiet' }, 'Older messages are found by search.')
  return element('button', { class: 'more', onclick: view.showMore }, 'Earlier messages')
}

function lines(messages, isGroup) {
  const lastOwn = messages.findLast((message) => message.is_from_me)
  return messages.flatMap((message, index) => {
    const before = messages[index - 1]
    const isNewDay = before === undefined || !isSameDay(before.ts, message.ts)
    const isSameAuthor =
      !isNewDay &&
      before.kind !== 'system' &&
      before.is_from_me === message.is_from_me &&
      before.handle === message.handle &&
      before.sender === message.sender
    return [
      isNewDay && element('h3', { class: 'day' }, onDay(message.ts)),
      message.kind === 'system'
        ? element('p', { class: 'system', dir: 'auto' }, message.text)
        : bubble(message, {
            withSender: isGroup && !message.is_from_me && !isSameAuthor,
            withStatus: message === lastOwn,
          }),
    ].filter(Boolean)
  })
}

function bubble(message, { withSender, withStatus }) {
  const { rowid, is_from_me: isOwn, service, text, ts, tapbacks, unsent, attachments } = message
  const kind = [
    isOwn ? 'own' : 'other',
    service === 'iMessage' ? '' : 'sms',
    tapbacks.length > 0 ? 'with-tapbacks' : '',
  ].join(' ')
  return element(
    'article',
    { class: `message ${kind}`, 'data-rowid': rowid },
    withSender && element('p', { class: 'sender', dir: 'auto' }, message.sender),
    message.reply_to_guid && element('p', { class: 'note' }, '↩ reply'),
    ...attachments.map(attachmentOf),
    message.subject && element('p', { class: 'bubble subject', dir: 'auto' }, message.subject),
    text !== '' && element('p', { class: 'bubble', dir: 'auto' }, text),
    unsent && text === '' && element('p', { class: 'bubble gone' }, isOwn ? 'You unsent a message' : 'Unsent'),
    message.link_preview && previewOf(message.link_preview),
    tapbacks.length > 0 && element('p', { class: 'tapbacks', 'aria-label': 'Tapbacks' }, tapbacks.join(' ')),
    element(
      'p',
      { class: 'note' },
      element('time', { datetime: ts }, atClock(ts)),
      ...marks(message, withStatus).map((mark) => ` · ${mark}`),
    ),
  )
}

function marks({ edited, effect, status }, withStatus) {
  const isTold = status === 'failed' || (withStatus && status !== null)
  return [
    edited && 'edited',
    effect && `sent with ${effect}`,
    isTold && (status === 'failed' ? 'not delivered' : status),
  ].filter(Boolean)
}

function attachmentOf({ filename, kind, state, url, thumbnail_url: thumbnail, transcript, size }) {
  if (state !== 'ready') return element('p', { class: 'file' }, `${filename} (${state})`)
  if (kind === 'image' && thumbnail)
    return element(
      'a',
      { href: url, class: 'picture', target: '_blank' },
      element('img', { src: thumbnail, alt: filename, loading: 'lazy' }),
    )
  if (kind === 'audio')
    return element(
      'div',
      { class: 'file' },
      element('audio', { src: url, controls: true, preload: 'none' }),
      transcript && element('p', { dir: 'auto' }, transcript),
    )
  if (kind === 'video') return element('video', { class: 'picture', src: url, controls: true, preload: 'metadata' })
  return element('a', { class: 'file', href: url, download: filename }, `${filename} · ${inSize(size)}`)
}

const previewOf = ({ url, title, site_name: site }) =>
  element(
    'p',
    { class: 'preview', dir: 'auto' },
    link(url, element('b', {}, title ?? url), ' ', element('small', {}, site ?? '')),
  )

const inSize = (bytes) =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1048576
      ? `${Math.round(bytes / 1024)} KB`
      : `${(bytes / 1048576).toFixed(1)} MB`
