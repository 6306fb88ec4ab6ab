/**
 * Interprets rows that are not messages but lines between them: a person joined, left, renamed the group and the like.
 */

export type SystemKind =
  | 'participant-added'
  | 'participant-removed'
  | 'number-changed'
  | 'group-renamed'
  | 'group-name-removed'
  | 'participant-left'
  | 'photo-set'
  | 'photo-removed'
  | 'background-set'
  | 'background-removed'
  | 'location-started'
  | 'location-stopped'
  | 'audio-kept'
  | 'shareplay'
  | 'other'

/** The columns of `message` that determine the kind. */
export interface SystemColumns {
  itemType: number
  groupActionType: number
  groupTitle: string | null
  shareStatus: number
  /** The column `handle_id`: the person who acted. */
  actorHandleId: number
  /** The column `other_handle`: the person affected. */
  otherHandleId: number
}

/** Returns the kind of the row; null for an ordinary message. Combinations whose meaning is unknown are `other`. */
export function systemKindOf(row: SystemColumns): SystemKind | null {
  if (row.itemType === 0) return null
  return kindsByItem.get(row.itemType)?.(row) ?? 'other'
}

const kindsByItem = new Map<number, (row: SystemColumns) => SystemKind | undefined>([
  [1, (row) => (row.groupActionType === 0 ? 'participant-added' : removal(row))],
  [2, ({ groupTitle }) => (groupTitle ? 'group-renamed' : 'group-name-removed')],
  [3, ({ groupActionType }) => groupActions.get(groupActionType)],
  [4, ({ shareStatus }) => (shareStatus === 0 ? 'location-started' : 'location-stopped')],
  [5, () => 'audio-kept'],
  [6, () => 'shareplay'],
])

const groupActions = new Map<number, SystemKind>([
  [0, 'participant-left'],
  [1, 'photo-set'],
  [2, 'photo-removed'],
  [4, 'background-set'],
  [6, 'background-removed'],
])

/** A person who removes themselves has changed their number: Messages replaces the old one with the new. */
function removal({ groupActionType, actorHandleId, otherHandleId }: SystemColumns): SystemKind | undefined {
  if (groupActionType !== 1) return undefined
  return actorHandleId !== 0 && actorHandleId === otherHandleId ? 'number-changed' : 'participant-removed'
}

export interface SystemNames {
  /** The name that begins the sentence: "Anna", "You". */
  actor: string
  /** The name of the person affected. */
  other: string
  /** The new name of the group. */
  title: string
}

/** Describes the row in a plain sentence. */
export const systemSentence = (kind: SystemKind, names: SystemNames): string => sentences[kind](names)

const sentences: Record<SystemKind, (names: SystemNames) => string> = {
  'participant-added': ({ actor, other }) => `${actor} added ${other} to the conversation.`,
  'participant-removed': ({ actor, other }) => `${actor} removed ${other} from the conversation.`,
  'number-changed': ({ actor }) => `${actor} changed their phone number.`,
  'group-renamed': ({ actor, title }) => `${actor} named the conversation “${title}”.`,
  'group-name-removed': ({ actor }) => `${actor} removed the name from the conversation.`,
  'participant-left': ({ actor }) => `${actor} left the conversation.`,
  'photo-set': ({ actor }) => `${actor} changed the group photo.`,
  'photo-removed': ({ actor }) => `${actor} removed the group photo.`,
  'background-set': ({ actor }) => `${actor} changed the background.`,
  'background-removed': ({ actor }) => `${actor} removed the background.`,
  'location-started': ({ actor }) => `${actor} started sharing location.`,
  'location-stopped': ({ actor }) => `${actor} stopped sharing location.`,
  'audio-kept': ({ actor }) => `${actor} kept an audio message.`,
  shareplay: ({ actor }) => `${actor} started SharePlay.`,
  other: () => 'Something changed in the conversation.',
}
