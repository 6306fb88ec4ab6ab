/** The settings of sending: how messages are sent, and the limits. */
import { t } from '../../../catalogue/texts.ts'
import { Section } from '../../../kit/PageFrame.tsx'
import { groups } from './groups.ts'
import { SettingsForm } from './SettingsForm.tsx'

export default function SendingSection() {
  return (
    <Section title={t('settings.sending')} hint={t('settings.sending_hint')}>
      <SettingsForm groups={groups.sending} />
    </Section>
  )
}
