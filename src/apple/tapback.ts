/**
 * Interprets reactions: the kind of a row, its target, and the spellings under which a message's reactions are found.
 */

type TapbackKind =
  | 'love'
  | 'like'
  | 'dislike'
  | 'laugh'
  | 'emphasize'
  | 'question'
  | 'emoji'
  | 'sticker'
  | 'placed-sticker'

/** The kinds in the order in which Messages numbers them, from 2000 (added) and from 3000 (removed). */
const kinds = ['love', 'like', 'dislike', 'laugh', 'emphasize', 'question', 'emoji', 'sticker'] as const
const emojis = { love: '❤️', like: '👍', dislike: '👎', laugh: '😂', emphasize: '‼️', question: '❓' } as const

const placedSticker = 1000
const firstAdded = 2000
const firstRemoved = 3000

export interface Tapback {
  kind: TapbackKind
  /** The emoji to show: the kind's own, or the one that was chosen; null for stickers and where none is stored. */
  emoji: string | null
  added: boolean
  target: TapbackTarget
}

/** The target of a reaction. */
export interface TapbackTarget {
  guid: string
  /** The part of the message; null for all of it, as with an app balloon. */
  part: number | null
}

export interface TapbackColumns {
  /** The column `associated_message_type`. */
  type: number
  /** The column `associated_message_guid`. */
  guid: string | null
  /** The column `associated_message_emoji`, on macOS 15 and later. */
  emoji: string | null
}

/** Returns the reaction in a row of `message`; null for every other row. */
export function tapbackOf({ type, guid, emoji }: TapbackColumns): Tapback | null {
  const kind = kindOf(type)
  const target = guid ? parseTarget(guid) : null
  if (kind === undefined || target === null) return null
  const shown = kind === 'emoji' ? emoji || null : emojiOf(kind)
  return { kind, emoji: shown, added: type < firstRemoved, target }
}

function kindOf(type: number): TapbackKind | undefined {
  if (type === placedSticker) return 'placed-sticker'
  return kinds[type - (type < firstRemoved ? firstAdded : firstRemoved)]
}

const emojiOf = (kind: TapbackKind): string | null => (kind in emojis ? emojis[kind as keyof typeof emojis] : null)

const targetPattern = /^(?:p:(-?\d+)\/|bp:)?([^/:]+)$/

/** Parses `p:<part>/<guid>`, `bp:<guid>` or a bare GUID; returns null for anything else. */
export function parseTarget(associatedGuid: string): TapbackTarget | null {
  const [, part, guid] = targetPattern.exec(associatedGuid) ?? []
  if (guid === undefined) return null
  const number = part === undefined ? -1 : Number(part)
  return { guid, part: number < 0 ? null : number }
}

/**
 * Returns every spelling that a reaction to this message can have. They are looked up by equality, since a LIKE would
 * scan the table.
 */
export function targetSpellings(guid: string, partCount: number): string[] {
  const parts = Array.from({ length: Math.max(partCount, 1) }, (_, part) => `p:${part}/${guid}`)
  return [...parts, `p:-1/${guid}`, `bp:${guid}`, guid]
}
