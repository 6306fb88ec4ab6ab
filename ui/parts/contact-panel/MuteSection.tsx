/**
 * Switches this browser's notifications for a conversation; a conversation muted in Messages can only be unmuted there.
 */
import type { Conversation } from '../../../src/contract/conversation.ts'
import { t } from '../../catalogue/texts.ts'
import { SwitchRow } from '../../kit/SwitchRow.tsx'
import { toggleMute, useIsMuted } from '../../state/mutes.ts'
import { Section } from './Section.tsx'

export const MuteSection = ({ conversation }: { conversation: Conversation }) => (
  <Section title={t('details.notifications')}>
    <SwitchRow
      label={t('details.mute')}
      hint={t(conversation.muted ? 'details.muted_in_messages' : 'details.mute_hint')}
      checked={useIsMuted(conversation)}
      disabled={conversation.muted}
      onChange={() => toggleMute(conversation.handle)}
    />
  </Section>
)
