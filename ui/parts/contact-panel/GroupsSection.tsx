/** The groups that a person is in, too. */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { asking } from '../../api/ask.ts'
import { t } from '../../catalogue/texts.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { paths } from '../../routes.ts'
import styles from './ContactPanel.module.css'
import { Section } from './Section.tsx'

export function GroupsSection({ conversation: { guid } }: { conversation: Conversation }) {
  const { data } = useQuery(asking('conversation_details', { guid }))
  if (data === undefined || data.shared_groups.length === 0) return null
  return (
    <Section title={t('details.groups')}>
      <ul className={styles.list}>
        {data.shared_groups.map((group) => (
          <li key={group.guid}>
            <Link className={styles.link} href={paths.conversation(group.guid)}>
              <Avatar name={group.display_name} seed={group.handle} isGroup size={36} />
              <span className={styles.words}>
                <bdi>{group.display_name}</bdi>
                <small>{t('thread.people', { count: group.members })}</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
