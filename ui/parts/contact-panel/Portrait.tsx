/** The picture and the name, as large as the panel has room for. */
import type { Conversation } from '../../../src/contract/conversation.ts'
import { t } from '../../catalogue/texts.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import styles from './ContactPanel.module.css'

export const Portrait = ({ conversation }: { conversation: Conversation }) => {
  const { display_name: name, handle, is_group, participants, service } = conversation
  return (
    <div className={styles.portrait}>
      <Avatar
        name={name}
        seed={handle}
        url={is_group ? null : (participants[0]?.avatar_url ?? null)}
        isGroup={is_group}
        size={88}
      />
      <p className={styles.name} dir="auto">
        {name}
      </p>
      <p className={styles.note}>
        {is_group && `${t('thread.people', { count: participants.length })} · `}
        {service}
      </p>
    </div>
  )
}
