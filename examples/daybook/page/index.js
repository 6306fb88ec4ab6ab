// @ts-check
/** What Daybook shows on the page: a note beside a message, the list of notes, ready-made answers, and how they are signed. */
import { registerSlot } from 'local-messaging-relay/plugin-ui'

/** @typedef {import('local-messaging-relay/plugin-ui').Host} Host */
/** @typedef {{ rowid: number, sender: string, text: string }} Note */

const texts = {
  note: { en: 'Note', de: 'Merken' },
  noted: { en: 'Noted', de: 'Gemerkt' },
  notes: { en: 'Noted messages', de: 'Gemerkte Nachrichten' },
  none: { en: 'Nothing is noted yet.', de: 'Noch nichts gemerkt.' },
  forget: { en: 'Forget', de: 'Vergessen' },
  signature: { en: 'Signature', de: 'Signatur' },
}
const answers = {
  en: ['On my way.', 'I will call you later.', 'Thank you!'],
  de: ['Bin unterwegs.', 'Ich rufe später an.', 'Danke!'],
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Partial<HTMLElementTagNameMap[Tag]>} fields
 */
const make = (tag, fields) => Object.assign(document.createElement(tag), fields)

/** @param {Host} host @returns {Promise<Note[]>} */
const notesOf = async (host) => /** @type {Note[]} */ ((await host.storage.get('notes')) ?? [])

registerSlot('message.toolbar', async (element, { msgRowid, host }) => {
  const noted = () => element.replaceChildren(host.t(texts.noted))
  const onclick = async () => {
    const { sender, text } = await host.getMessage(msgRowid)
    const notes = [...(await notesOf(host)), { rowid: msgRowid, sender, text: text.slice(0, 80) }]
    await host.storage.set('notes', notes.slice(-20))
    noted()
  }
  if ((await notesOf(host)).some(({ rowid }) => rowid === msgRowid)) noted()
  else element.append(make('button', { textContent: host.t(texts.note), onclick }))
})

registerSlot('sidebar.panel', async (element, { host }) => {
  const draw = async () => {
    const notes = await notesOf(host)
    if (notes.length === 0) return element.replaceChildren(host.t(texts.none))
    const list = make('ul', {})
    list.append(...notes.map(({ sender, text }) => make('li', { textContent: `${sender}: ${text}` })))
    const onclick = () => host.storage.set('notes', [])
    element.replaceChildren(host.t(texts.notes), list, make('button', { textContent: host.t(texts.forget), onclick }))
  }
  // Each slot has a frame of its own: this one hears that way of notes that are made beside messages.
  host.storage.onChange(draw)
  await draw()
})

registerSlot('compose.extension', async (element, { host }) => {
  const { signature = '' } = await host.config.get()
  const ready = host.getLocale().startsWith('de') ? answers.de : answers.en
  for (const textContent of ready)
    element.append(
      make('button', { textContent, onclick: () => host.insertText([textContent, signature].join(' ').trim()) }),
      ' ',
    )
})

registerSlot('settings.page', async (element, { host }) => {
  const { signature = '' } = await host.config.get()
  const label = make('label', { textContent: `${host.t(texts.signature)} ` })
  const field = make('input', { value: String(signature), maxLength: 40 })
  field.onchange = async () => {
    await host.config.set({ signature: field.value })
    host.toast(`${host.t(texts.signature)}: ${field.value}`)
  }
  label.append(field)
  element.append(label)
})
