/** Renders one message as a bubble with everything that belongs to it except its files, which `files.ts` writes. */
import type { Message } from '../../contract/message.ts'
import { type Html, html, type Part } from '../../domain/html.ts'
import { linked, safeAddress } from '../links.ts'
import type { Moments } from '../moments.ts'

export interface BubbleOptions {
  message: Message
  moments: Moments
  /** True when somebody else wrote the message before, or that was long ago. */
  isNew: boolean
  isGroup: boolean
  /** The number of the conversation on the page: a message in two chats appears in two conversations. */
  section: number
}

const anchor = (section: number, rowid: number): string => `c${section}m${rowid}`

export const systemLine = ({ rowid, text }: Message, section: number): Html =>
  html`<p class="sys" id="${anchor(section, rowid)}">${text}</p>\n`

/** Returns the HTML above the files of a message, and the HTML below them. */
export function bubble(options: BubbleOptions): { above: Html; below: Html } {
  const { message, moments, isNew, isGroup, section } = options
  const { rowid, is_from_me, sender, service } = message
  const look = ['m', is_from_me ? 'me' : 'them', isNew && 'new', service !== 'iMessage' && 'sms']
    .filter(Boolean)
    .join(' ')
  const isNamed = isNew && isGroup && !is_from_me
  return {
    above: html`<div class="${look}" id="${anchor(section, rowid)}">${isNamed && html`<span class="who">${sender}</span>`}${quote(message, section)}`,
    below: html`${words(message, moments)}${card(message)}${tapbacks(message)}${versions(message, moments)}${status(message)}</div>\n`,
  }
}

const quote = ({ reply_to }: Message, section: number): Part =>
  reply_to !== null &&
  html`<a class="quote" href="#${anchor(section, reply_to.rowid)}"><b>${reply_to.sender}</b> ${reply_to.text || 'an attachment'}</a>`

function words({ text, subject, unsent, ts }: Message, moments: Moments): Html {
  const time = html`<time datetime="${ts}" title="${moments.whole(ts)}">${moments.time(ts)}</time>`
  if (unsent) return html`<div class="row"><div class="bubble unsent">This message was unsent</div>${time}</div>`
  // Messages puts this character where an attachment is among the words.
  const body = text.replaceAll('\ufffc', '').trim()
  if (body === '' && subject === null) return html`<div class="row">${time}</div>`
  const look = subject === null && onlyEmoji.test(body) ? 'bubble jumbo' : 'bubble'
  return html`<div class="row"><div class="${look}">${subject !== null && html`<b>${subject}</b>`}${linked(body)}</div>${time}</div>`
}

const onlyEmoji = /^\p{RGI_Emoji}{1,3}$/v

function card({ link_preview: preview }: Message): Part {
  if (preview === null) return undefined
  const { url, title, summary, site_name } = preview
  const inside = html`<b>${title ?? url}</b>${summary !== null && html`<small>${summary}</small>`}<small>${site_name ?? hostOf(url)}</small>`
  const address = safeAddress(url)
  return address === undefined
    ? html`<div class="card">${inside}</div>`
    : html`<a class="card" href="${address}" rel="noreferrer noopener">${inside}</a>`
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')

function tapbacks({ tapback_details: all }: Message): Part {
  if (all.length === 0) return undefined
  const shown = all.map(({ emoji }) => emoji ?? 'a sticker').join(' ')
  return html`<div class="taps"><span title="${all.map(({ sender, emoji }) => `${sender} ${emoji ?? ''}`).join(', ')}">${shown}</span></div>`
}

function versions({ edited, edits }: Message, moments: Moments): Part {
  if (!edited) return undefined
  const earlier = edits.map(
    ({ text, ts }) => html`<li>${text ?? ''} ${ts !== null && html`<time>${moments.whole(ts)}</time>`}</li>`,
  )
  if (earlier.length === 0) return html`<p class="foot">Edited</p>`
  return html`<details class="foot"><summary>Edited</summary><ol>${earlier}</ol></details>`
}

function status({ is_from_me, status: state, effect }: Message): Part {
  if (is_from_me && state === 'failed') return html`<p class="foot bad">Not delivered</p>`
  return effect !== null && html`<p class="foot">sent with ${effect}</p>`
}
