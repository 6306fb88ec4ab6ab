/** Reactions: which one a row is, what it is put on, and under which spellings a message's reactions are found. */

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

/** In the order in which Messages numbers them, from 2000 (added) and from 3000 (removed). */
const kinds = ['love', 'like', 'dislike', 'laugh', 'emphasize', 'question', 'emoji', 'sticker'] as const
const emojis = { love: '❤️', like: '👍', dislike: '👎', laugh: '😂', emphasize: '‼️', question: '❓' } as const

const placedSticker = 1000
const firstAdded = 2000
const firstRemoved = 3000

export interface Tapback {
  kind: TapbackKind
  /** What to show: the kind's own emoji, or the one that was chosen; null for stickers and where none is stored. */
  emoji: string | null
  added: boolean
  target: TapbackTarget
}

/** What a reaction is put on. */
export interface TapbackTarget {
  guid: string
  /** Which part of the message; null for all of it, as with an app balloon. */
  part: number | null
}

export interface TapbackColumns {
  /** `associated_message_type` */
  type: number
  /** `associated_message_guid` */
  guid: string | null
  /** `associated_message_emoji`, macOS 15 and later. */
  emoji: string | null
}

/** The reaction that a row of `message` is; null for every other row. */
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

/** `p:<part>/<guid>`, `bp:<guid>` or a bare GUID; null for anything else. */
export function parseTarget(associatedGuid: string): TapbackTarget | null {
  const [, part, guid] = targetPattern.exec(associatedGuid) ?? []
  if (guid === undefined) return null
  const number = part === undefined ? -1 : Number(part)
  return { guid, part: number < 0 ? null : number }
}

/** Every spelling that a reaction to this message can carry: asked for by equality, since a LIKE would scan the table. */
export function targetSpellings(guid: string, partCount: number): string[] {
  const parts = Array.from({ length: Math.max(partCount, 1) }, (_, part) => `p:${part}/${guid}`)
  return [...parts, `p:-1/${guid}`, `bp:${guid}`, guid]
}
