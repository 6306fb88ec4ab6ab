/** The button in the header of a conversation that archives it or brings it back. */
import { Archive, ArchiveRestore } from 'lucide-react'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { useMay } from '../../api/session.ts'
import { t } from '../../catalogue/texts.ts'
import { IconButton } from '../../kit/Button.tsx'
import { useArchive } from '../conversation-list/use-archive.ts'
import styles from './ThreadHeader.module.css'

export default function ArchiveButton({ conversation }: { conversation: Conversation }) {
  const archive = useArchive()
  const { archived } = conversation
  const Icon = archived ? ArchiveRestore : Archive
  if (!useMay('write', 'archive_conversation')) return null
  return (
    <span className={styles.archive}>
      <IconButton
        label={t(archived ? 'starred.unarchive' : 'starred.archive')}
        aria-keyshortcuts="Control+Shift+A Meta+Shift+A"
        onClick={() => void archive(conversation)}
      >
        <Icon size={18} aria-hidden />
      </IconButton>
    </span>
  )
}
