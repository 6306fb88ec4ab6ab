/** The general settings: relaying, categories and the log. */
import { t } from '../../../catalogue/texts.ts'
import { Section } from '../../../kit/PageFrame.tsx'
import { groups } from './groups.ts'
import { SettingsForm } from './SettingsForm.tsx'

export default function GeneralSection() {
  return (
    <Section title={t('settings.general')} hint={t('settings.general_hint')}>
      <SettingsForm groups={groups.general} />
    </Section>
  )
}
