/** Where the page is reached and when it warns, and the restart that a new address needs. */
import { t } from '../../../catalogue/texts.ts'
import { Section } from '../../../kit/PageFrame.tsx'
import { groups } from './groups.ts'
import { SettingsForm } from './SettingsForm.tsx'

export default function WebSection() {
  return (
    <Section title={t('settings.web')} hint={t('settings.web_hint')}>
      <SettingsForm groups={groups.web} />
    </Section>
  )
}
