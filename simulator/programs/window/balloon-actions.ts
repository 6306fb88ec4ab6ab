/**
 * The actions of a balloon, and their effect on its message. According to reports, named reactions and edits exist
 * since macOS 15.
 */
import type { Messages } from '../../messages/open-messages.ts'
import { tapbackKinds } from '../../messages/tapback.ts'
import type { ShownMessage } from './shown-messages.ts'

/** The names that VoiceOver speaks, in the order of `tapbackKinds`. */
const reactionNames = {
  english: ['Heart', 'Thumbs up', 'Thumbs down', 'Ha ha!', 'Exclamation mark', 'Question mark'],
  german: ['Herz', 'Daumen hoch', 'Daumen runter', 'Haha!', 'Ausrufezeichen', 'Fragezeichen'],
}
const otherNames = {
  english: { edit: 'Edit', unsend: 'Undo Send', reply: 'Reply' },
  german: { edit: 'Bearbeiten', unsend: 'Senden widerrufen', reply: 'Antworten' },
}
export type Language = keyof typeof otherNames

const firstWithNamedReactions = 15
const firstWithUnsends = 13
const editableForMs = 15 * 60_000
const unsendableForMs = 2 * 60_000
const mostEdits = 5

interface Circumstances {
  messages: Messages
  macos: number
  language: Language
  nowMs: number
  editsSoFar: number
  /** Whether actions that would change a message do nothing. */
  isIgnored: boolean
  beginEdit(message: ShownMessage): void
}

export function balloonActions(message: ShownMessage, around: Circumstances): Map<string, () => void> {
  const { messages, language, beginEdit } = around
  const act = (perform: () => void) => (around.isIgnored ? () => undefined : perform)
  const names = otherNames[language]
  const offered: [string, () => void][] = [[names.reply, () => undefined]]
  if (around.macos >= firstWithNamedReactions)
    tapbackKinds.forEach((kind, index) => {
      offered.push([reactionNames[language][index] ?? kind, act(() => toggle(messages, message.guid, kind))])
    })
  if (isEditable(message, around)) offered.push([names.edit, () => beginEdit(message)])
  if (isUnsendable(message, around)) offered.push([names.unsend, act(() => messages.unsend({ message: message.guid }))])
  return new Map(offered.map(([name, perform]) => [`Name:${name}\nTarget:0x0\nSelector:(null)`, perform]))
}

const ageOf = ({ sentAtMs }: ShownMessage, { nowMs }: Circumstances) => nowMs - sentAtMs
const isOwnImessage = ({ isFromMe, service }: ShownMessage) => isFromMe && service === 'iMessage'

const isEditable = (message: ShownMessage, around: Circumstances): boolean =>
  around.macos >= firstWithNamedReactions &&
  isOwnImessage(message) &&
  ageOf(message, around) < editableForMs &&
  around.editsSoFar < mostEdits

const isUnsendable = (message: ShownMessage, around: Circumstances): boolean =>
  around.macos >= firstWithUnsends && isOwnImessage(message) && ageOf(message, around) < unsendableForMs

/** Gives a reaction, or removes it if it was already given. */
function toggle(messages: Messages, target: string, kind: (typeof tapbackKinds)[number]): void {
  const firstCode = 2000
  const given = messages.db
    .prepare(
      'SELECT 1 FROM message WHERE associated_message_guid = ? AND is_from_me = 1 AND associated_message_type = ?',
    )
    .get(`p:0/${target}`, firstCode + tapbackKinds.indexOf(kind))
  if (given === undefined) messages.tapback({ target, kind })
  else messages.removeTapback({ target, kind })
}
