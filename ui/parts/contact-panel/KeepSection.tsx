/** Archives the conversation or brings it back, and leads to its starred messages. */
import { Star } from 'lucide-react'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { useMay } from '../../api/session.ts'
import { t } from '../../catalogue/texts.ts'
import { LinkButton } from '../../kit/Button.tsx'
import { SwitchRow } from '../../kit/SwitchRow.tsx'
import { paths } from '../../routes.ts'
import { useArchive } from '../conversation-list/use-archive.ts'
import { Section } from './Section.tsx'

export function KeepSection({ conversation }: { conversation: Conversation }) {
  const mayWrite = useMay('write')
  const archive = useArchive()
  return (
    <Section title={t('details.keep')}>
      {mayWrite && (
        <SwitchRow
          label={t('list.filter_archived')}
          hint={t('starred.archive_hint')}
          checked={conversation.archived}
          onChange={() => void archive(conversation)}
        />
      )}
      <div>
        <LinkButton href={paths.starred({ in: conversation.guid })}>
          <Star size={16} aria-hidden />
          {t('list.starred')}
        </LinkButton>
      </div>
    </Section>
  )
}
