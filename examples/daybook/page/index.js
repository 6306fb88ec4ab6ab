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

/** Redraws of the panel, for when a note comes or goes. @type {Set<() => void>} */
const panels = new Set()

/** @param {Host} host @returns {Promise<Note[]>} */
const notesOf = async (host) => /** @type {Note[]} */ ((await host.storage.get('notes')) ?? [])

/** @param {Host} host @param {Note[]} notes */
async function keep(host, notes) {
  await host.storage.set('notes', notes.slice(-20))
  for (const redraw of panels) redraw()
}

registerSlot('message.toolbar', async ({ msgRowid, ui, host }) => {
  const notes = await notesOf(host)
  if (notes.some(({ rowid }) => rowid === msgRowid)) return ui.badge(host.t(texts.noted))
  const onPress = async () => {
    const { sender, text } = await host.getMessage(msgRowid)
    await keep(host, [...(await notesOf(host)), { rowid: msgRowid, sender, text: text.slice(0, 80) }])
  }
  return ui.button({ label: host.t(texts.note), icon: 'bookmark', kind: 'quiet', onPress })
})

registerSlot('sidebar.panel', async ({ ui, host, redraw }) => {
  panels.add(redraw)
  const notes = await notesOf(host)
  if (notes.length === 0) return ui.text(host.t(texts.none), { tone: 'muted' })
  return ui.column(
    ui.text(host.t(texts.notes), { strong: true }),
    ui.list(...notes.map(({ sender, text }) => ui.text(`${sender}: ${text}`))),
    ui.button({ label: host.t(texts.forget), icon: 'trash', kind: 'quiet', onPress: () => keep(host, []) }),
  )
})

registerSlot('compose.extension', async ({ ui, host }) => {
  const { signature = '' } = await host.config.get()
  const ready = host.getLocale().startsWith('de') ? answers.de : answers.en
  return ui.row(
    ...ready.map((text) =>
      ui.button({ label: text, kind: 'quiet', onPress: () => host.insertText([text, signature].join(' ').trim()) }),
    ),
  )
})

registerSlot('settings.page', async ({ ui, host }) => {
  const { signature = '' } = await host.config.get()
  return ui.input({
    label: host.t(texts.signature),
    value: String(signature),
    onSubmit: async (value) => {
      await host.config.set({ signature: value })
      host.toast(`${host.t(texts.signature)}: ${value}`)
    },
  })
})
