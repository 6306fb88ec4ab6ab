/** Stands in for an empty list: there are no conversations yet, or none is unread. */
import { t } from '../../catalogue/texts.ts'
import { LinkButton } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/States.tsx'
import { paths } from '../../routes.ts'
import type { Filter } from './conversation-pages.ts'

export const NoConversations = ({ filter }: { filter: Filter }) =>
  filter === 'unread' ? (
    <EmptyState title={t('list.all_read')} />
  ) : (
    <EmptyState
      title={t('list.none')}
      hint={t('list.none_hint')}
      action={<LinkButton href={paths.newMessage()}>{t('shell.new_message')}</LinkButton>}
    />
  )
