/** Whether this browser tells of what is written here; what Messages keeps quiet only Messages can change. */
import { useId } from 'react'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { t } from '../../catalogue/texts.ts'
import { Switch } from '../../kit/Switch.tsx'
import { toggleMute, useIsMuted } from '../../state/mutes.ts'
import styles from './MuteSwitch.module.css'

export function MuteSwitch({ conversation }: { conversation: Conversation }) {
  const isMuted = useIsMuted(conversation)
  const id = useId()
  return (
    <div className={styles.row}>
      <div>
        <label htmlFor={id}>{t('list.mute_switch')}</label>
        <p id={`${id}-hint`} className={styles.hint}>
          {t(conversation.muted ? 'list.muted_in_messages' : 'list.mute_hint')}
        </p>
      </div>
      <Switch
        id={id}
        aria-describedby={`${id}-hint`}
        checked={isMuted}
        disabled={conversation.muted}
        onChange={() => toggleMute(conversation.handle)}
      />
    </div>
  )
}
