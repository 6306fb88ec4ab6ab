/**
 * Decides what the service worker shows of a push: nothing of what the reader is looking at, and nothing twice when an
 * open page has shown it already.
 */
import type { Pushed, PushedHeld } from '../../src/contract/push.ts'
import { waitingPath } from '../../src/contract/waiting-address.ts'
import { base, paths } from '../routes.ts'
import { wordsOf } from './words.ts'
import { alertSentence, product, type WorkerWords, workerWordsIn } from './worker-words.ts'

/** The data that a click needs, and that tells whether a message was shown already. */
export interface NotificationData {
  path: string
  rowid?: number
  /** The addresses of the buttons, by their action. */
  actions?: Readonly<Record<string, string>>
}

export interface ToShow {
  title: string
  body: string
  tag: string
  lang: string
  data: NotificationData
  /** Buttons, which lead to addresses of the page as the notification does. */
  actions?: readonly { action: string; title: string }[]
}

export function shownOf(pushed: Pushed): ToShow {
  const lang = pushed.language
  const words = workerWordsIn(lang)
  const home = `${base}${paths.home()}`
  if (pushed.type === 'test') return { title: product, body: words.test, tag: 'test', lang, data: { path: home } }
  if (pushed.type === 'alert') {
    const body = `${pushed.is_over ? words.resolved : ''}${alertSentence(pushed, lang)}`
    return { title: product, body, tag: `alert ${pushed.id}`, lang, data: { path: `${base}${paths.relay()}` } }
  }
  if (pushed.type === 'held') return shownOfHeld(pushed, words)
  const { level, guid, rowid, name = '', is_group = false, sender = '', text = '' } = pushed
  const subject = { conversation: { display_name: name, is_group }, message: { sender, text } }
  return {
    ...wordsOf(level, { ...subject, newMessage: words.newMessage, product }),
    tag: guid,
    lang,
    data: { path: `${base}${paths.conversation(guid)}`, rowid },
  }
}

/** All of it leads to the page, where a signed-in owner decides: neither the notification nor a button sends anything. */
function shownOfHeld(
  { id, asker, name, text, language }: PushedHeld,
  { held, heldOf, decisions }: WorkerWords,
): ToShow {
  const who = asker === undefined ? held : heldOf.replace('{asker}', () => asker).replace('{name}', () => name ?? '')
  const [title, body] = asker === undefined ? [product, who] : [who, text ?? held]
  const [send, refuse] = [`/${waitingPath(id, 'send')}`, `/${waitingPath(id, 'refuse')}`]
  const actions = [
    { action: 'send', title: decisions.send },
    { action: 'refuse', title: decisions.refuse },
  ]
  return { title, body, tag: `held ${id}`, lang: language, data: { path: send, actions: { send, refuse } }, actions }
}

interface Tab {
  url: string
  focused: boolean
  visibilityState: string
}

export const isLookedAt = (guid: string, tabs: readonly Tab[]): boolean =>
  tabs.some(
    ({ url, focused, visibilityState }) =>
      focused &&
      visibilityState === 'visible' &&
      decodeURIComponent(new URL(url).pathname) === decodeURIComponent(`${base}${paths.conversation(guid)}`),
  )

/** Whether one of the notifications with the same tag is of this message or a later one. */
export const isShown = (rowid: number, shown: readonly { data?: unknown }[]): boolean =>
  shown.some(({ data }) => Number((data as Partial<NotificationData> | undefined)?.rowid ?? 0) >= rowid)

/** Safari ends a subscription after a few pushes for which its service worker showed nothing. */
export const mustShow = (userAgent: string): boolean =>
  /AppleWebKit/.test(userAgent) && !/Chrom(e|ium)|Android|Edg/.test(userAgent)
