/** Builds the sentence of a system line. */
import { systemKindOf, systemSentence } from '../../apple/system-row.ts'
import type { FoundMessage } from './found-message.ts'
import { nobody, type People } from './people.ts'

export function systemLine(found: FoundMessage, { nameOf, isMe }: People): string {
  const kind = systemKindOf({
    itemType: found.item_type ?? 0,
    groupActionType: found.group_action_type ?? 0,
    groupTitle: found.group_title,
    shareStatus: found.share_status ?? 0,
    actorHandleId: found.handle_id ?? 0,
    otherHandleId: found.other_handle ?? 0,
  })
  const personOr = (handle: string | null, me: string): string =>
    handle === null ? nobody : isMe(handle) ? me : nameOf(handle)
  return systemSentence(kind ?? 'other', {
    actor: found.is_from_me === 1 ? 'You' : personOr(found.handle, 'You'),
    other: personOr(found.other, 'you'),
    title: found.group_title ?? '',
  })
}
