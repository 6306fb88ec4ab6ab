/** The settings of the web process: its address, its warnings, and the restart that a new address needs. */
import { t } from '../../../catalogue/texts.ts'
import { Section } from '../../../kit/PageFrame.tsx'
import { RestartNotice } from '../restart/RestartNotice.tsx'
import { useAwaitedRestart } from '../restart/use-awaited-restart.ts'
import { useSettings } from '../use-settings.ts'
import { groups } from './groups.ts'
import { SettingsForm } from './SettingsForm.tsx'

export default function WebSection() {
  const awaited = useAwaitedRestart()
  const { saved } = useSettings()
  return (
    <Section title={t('settings.web')} hint={t('settings.web_hint')}>
      {saved !== undefined && <RestartNotice awaited={awaited} web={saved.web} />}
      <SettingsForm groups={groups.web} awaitsRestart={awaited.isFor} />
    </Section>
  )
}
