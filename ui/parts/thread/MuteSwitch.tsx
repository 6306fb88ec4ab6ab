/**
 * Switches this browser's notifications for a conversation; a conversation muted in Messages can only be unmuted there.
 */
import type { Conversation } from '../../../src/contract/conversation.ts'
import { t } from '../../catalogue/texts.ts'
import { SwitchRow } from '../../kit/SwitchRow.tsx'
import { toggleMute, useIsMuted } from '../../state/mutes.ts'

export const MuteSwitch = ({ conversation }: { conversation: Conversation }) => (
  <SwitchRow
    label={t('list.mute_switch')}
    hint={t(conversation.muted ? 'list.muted_in_messages' : 'list.mute_hint')}
    checked={useIsMuted(conversation)}
    disabled={conversation.muted}
    onChange={() => toggleMute(conversation.handle)}
  />
)
