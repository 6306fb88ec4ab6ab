/** Implements GET /api/v1/capabilities. */
import { type Ability, abilities, helperAbilities } from '../contract/capability.ts'
import type { Features } from '../mac/features.ts'
import type { Action } from './action.ts'
import { contactsTrouble, messagesTrouble, sendingTrouble } from './mac-trouble.ts'
import type { Services } from './services.ts'

export const capabilities: Action<'capabilities'> = (_input, services) => {
  const why = reasons(services)
  const listed = abilities.filter((name) => services.helper.isOn() || !helperAbilities.includes(name))
  return Promise.all(
    listed.map(async (name) => {
      const reason = await why[name]()
      return { name, supported: reason === null, reason }
    }),
  )
}

/** Null where the ability is supported. */
type Reason = () => string | null | Promise<string | null>

function reasons(services: Services): Record<Ability, Reason> {
  const unreadable = messagesTrouble(services.messages)?.message ?? null
  const needs =
    (feature: keyof Features, since: string): Reason =>
    () => {
      if (unreadable !== null) return unreadable
      return services.messages.features()[feature]
        ? null
        : `The Messages database of this macOS has none; ${since} and later have.`
    }
  const program =
    (...names: (keyof Services['programs'])[]): Reason =>
    () =>
      names.some((name) => services.programs[name]) ? null : `${names[0]} is not on this machine; it comes with macOS.`
  const changing = services.helper.isOn() ? services.helper : services.window
  const sending: Reason = () => sendingTrouble(services)?.message ?? null
  return {
    read_messages: () => unreadable,
    read_contacts: () => contactsTrouble(services.contacts)?.message ?? null,
    replies: needs('replies', 'macOS 11'),
    edits: needs('edits', 'macOS 13'),
    recently_deleted: needs('recentlyDeleted', 'macOS 13'),
    emoji_tapbacks: needs('emojiTapbacks', 'macOS 15'),
    send_later: needs('sendLater', 'macOS 15'),
    // The database has no column that shows RCS; it came together with edits.
    rcs: needs('edits', 'macOS 13'),
    search: () => services.search.status().reason,
    convert_images: program('sips'),
    convert_audio: program('afconvert', 'ffmpeg'),
    send_text: sending,
    send_file: sending,
    send_tapbacks: () => changing.trouble('send_tapbacks'),
    send_edits: () => changing.trouble('send_edits'),
    send_unsends: () => changing.trouble('send_unsends'),
    typing: () => services.helper.trouble('typing'),
    read_receipts: () => services.helper.trouble('read_receipts'),
  }
}
