/** Archives a conversation or brings it back, offers to undo that, and leaves a conversation that was archived. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { client } from '../../api/client.ts'
import { t } from '../../catalogue/texts.ts'
import { complain } from '../../kit/complain.ts'
import { openGuid, paths } from '../../routes.ts'
import { notify } from '../../state/toasts.ts'
import { remember } from './FollowConversations.tsx'
import { titleOf } from './row-words.ts'

const undoableMs = 10_000

export function useArchive(): (conversation: Conversation) => Promise<void> {
  const queries = useQueryClient()
  const [location, navigate] = useLocation()
  return async (conversation) => {
    const archived = !conversation.archived
    if (!(await setArchived(queries, conversation, archived))) return
    offerUndo(queries, conversation, archived)
    if (archived && openGuid(location) === conversation.guid) navigate(paths.messages())
  }
}

/** Returns false when that failed. */
async function setArchived(queries: QueryClient, { guid }: Conversation, archived: boolean): Promise<boolean> {
  try {
    remember(queries, await client[archived ? 'archive_conversation' : 'unarchive_conversation']({ guid }))
    return true
  } catch (error) {
    complain(error)
    return false
  }
}

function offerUndo(queries: QueryClient, conversation: Conversation, archived: boolean): void {
  const dismiss = notify(t(archived ? 'starred.archived' : 'starred.unarchived', { name: titleOf(conversation) }), {
    action: {
      label: t('kit.undo'),
      run() {
        dismiss()
        void setArchived(queries, conversation, !archived)
      },
    },
    lastsMs: undoableMs,
  })
}
