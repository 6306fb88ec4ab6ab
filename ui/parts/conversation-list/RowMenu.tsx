/** The menu of a conversation in the list. */
import { useQueryClient } from '@tanstack/react-query'
import { Archive, ArchiveRestore, Bell, BellOff, CheckCheck, Link2, Pin, PinOff } from 'lucide-react'
import { useRouter } from 'wouter'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { client } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { unreadConversations } from '../../api/unread.ts'
import { t } from '../../catalogue/texts.ts'
import type { Box } from '../../kit/box.ts'
import { complain } from '../../kit/complain.ts'
import { copy } from '../../kit/copy.ts'
import { Menu, type MenuItem } from '../../kit/Menu.tsx'
import { paths } from '../../routes.ts'
import { toggleMute, useIsMuted } from '../../state/mutes.ts'
import { togglePin, usePins } from '../../state/pins.ts'
import { remember } from './FollowConversations.tsx'
import { titleOf } from './row-words.ts'
import { useArchive } from './use-archive.ts'

interface Props {
  conversation: Conversation
  at: Box
  onClose: () => void
}

export default function RowMenu({ conversation, at, onClose }: Props) {
  const { guid, unread_count } = conversation
  const isPinned = usePins().includes(guid)
  const isMuted = useIsMuted(conversation)
  const [mayMark, mayArchive] = [useMay('write', 'mark_read'), useMay('write', 'archive_conversation')]
  const markRead = useMarkRead()
  const archive = useArchive()
  const { base } = useRouter()
  const copyLink = () => copy(`${location.origin}${base}${paths.conversation(guid)}`)
  const items: MenuItem[] = [
    {
      label: t(isPinned ? 'row.unpin' : 'row.pin'),
      icon: isPinned ? <PinOff size={16} aria-hidden /> : <Pin size={16} aria-hidden />,
      run: () => togglePin(guid),
    },
    // A conversation that is muted in Messages is muted everywhere, and only Messages can change that.
    ...(conversation.muted
      ? []
      : [
          {
            label: t(isMuted ? 'row.unmute' : 'row.mute'),
            icon: isMuted ? <Bell size={16} aria-hidden /> : <BellOff size={16} aria-hidden />,
            run: () => toggleMute(conversation.handle),
          },
        ]),
    ...(unread_count > 0 && mayMark
      ? [
          {
            label: t('row.mark_read'),
            icon: <CheckCheck size={16} aria-hidden />,
            run: () => void markRead(conversation),
          },
        ]
      : []),
    ...(mayArchive
      ? [
          {
            label: t(conversation.archived ? 'starred.unarchive' : 'starred.archive'),
            icon: conversation.archived ? <ArchiveRestore size={16} aria-hidden /> : <Archive size={16} aria-hidden />,
            run: () => void archive(conversation),
          },
        ]
      : []),
    { label: t('row.copy_link'), icon: <Link2 size={16} aria-hidden />, run: copyLink },
  ]
  return <Menu label={titleOf(conversation)} items={items} at={at} onClose={onClose} />
}

function useMarkRead() {
  const queries = useQueryClient()
  return async ({ guid, last_message_rowid }: Conversation): Promise<void> => {
    try {
      remember(queries, await client.mark_read({ guid, rowid: last_message_rowid }))
      void queries.invalidateQueries({ queryKey: unreadConversations().queryKey })
    } catch (error) {
      complain(error)
    }
  }
}
