/** Implements GET /api/v1/capabilities. */
import { type Ability, abilities } from '../contract/capability.ts'
import type { Features } from '../mac/features.ts'
import type { Action } from './action.ts'
import type { Doors } from './doors.ts'
import { contactsTrouble, messagesTrouble, sendingTrouble } from './mac-trouble.ts'

export const capabilities: Action<'capabilities'> = (_input, doors) => {
  const why = reasons(doors)
  return Promise.all(
    abilities.map(async (name) => {
      const reason = await why[name]()
      return { name, supported: reason === null, reason }
    }),
  )
}

/** Null where the ability is supported. */
type Reason = () => string | null | Promise<string | null>

function reasons(doors: Doors): Record<Ability, Reason> {
  const unreadable = messagesTrouble(doors.messages)?.message ?? null
  const needs =
    (feature: keyof Features, since: string): Reason =>
    () => {
      if (unreadable !== null) return unreadable
      return doors.messages.features()[feature]
        ? null
        : `The Messages database of this macOS has none; ${since} and later have.`
    }
  const program =
    (...names: (keyof Doors['programs'])[]): Reason =>
    () =>
      names.some((name) => doors.programs[name]) ? null : `${names[0]} is not on this machine; it comes with macOS.`
  const sending: Reason = () => sendingTrouble(doors)?.message ?? null
  return {
    read_messages: () => unreadable,
    read_contacts: () => contactsTrouble(doors.contacts)?.message ?? null,
    replies: needs('replies', 'macOS 11'),
    edits: needs('edits', 'macOS 13'),
    recently_deleted: needs('recentlyDeleted', 'macOS 13'),
    emoji_tapbacks: needs('emojiTapbacks', 'macOS 15'),
    send_later: needs('sendLater', 'macOS 15'),
    // The database has no column that shows RCS; it came together with edits.
    rcs: needs('edits', 'macOS 13'),
    search: () => doors.search.status().reason,
    convert_images: program('sips'),
    convert_audio: program('afconvert', 'ffmpeg'),
    send_text: sending,
    send_file: sending,
    send_tapbacks: () => doors.window.trouble('send_tapbacks'),
    send_edits: () => doors.window.trouble('send_edits'),
    send_unsends: () => doors.window.trouble('send_unsends'),
  }
}
