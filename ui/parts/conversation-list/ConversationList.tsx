/** The conversations, the one with the newest message first. */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { asking } from '../../api/ask.ts'
import { t } from '../../catalogue/texts.ts'
import { paths } from '../../routes.ts'

export function ConversationList() {
  const { data = [] } = useQuery(asking('list_conversations'))
  return (
    <nav aria-label={t('shell.conversations')}>
      <ul>
        {data.map(({ guid, display_name }) => (
          <li key={guid}>
            <Link href={paths.conversation(guid)}>
              <bdi>{display_name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      <Link href={paths.settings()}>{t('shell.settings')}</Link>
    </nav>
  )
}
