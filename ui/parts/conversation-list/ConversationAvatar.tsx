/** The picture of a conversation: of the other person, or the sign of a group. */
import type { Conversation } from '../../../src/contract/conversation.ts'
import { Avatar } from '../../kit/Avatar.tsx'

export const ConversationAvatar = ({ conversation, size = 44 }: { conversation: Conversation; size?: number }) => (
  <Avatar
    name={conversation.display_name}
    seed={conversation.handle}
    isGroup={conversation.is_group}
    url={conversation.is_group ? null : (conversation.participants[0]?.avatar_url ?? null)}
    size={size}
  />
)
