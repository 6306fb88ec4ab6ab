/** The avatar of a conversation: the other person's picture, or the group icon. */
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
