/** All settings as JSON, as they are in config.json. */
import { t } from '../../../catalogue/texts.ts'
import { Section } from '../../../kit/PageFrame.tsx'
import { ErrorState, Skeleton } from '../../../kit/States.tsx'
import { useSettings } from '../use-settings.ts'
import { JsonEditor } from './JsonEditor.tsx'

export default function AdvancedSection() {
  const { schema, saved, error, retry } = useSettings()
  return (
    <Section title={t('settings.advanced')} hint={t('settings.advanced_hint')}>
      {error !== null && <ErrorState error={error} onRetry={retry} />}
      {error === null && (schema === undefined || saved === undefined) && <Skeleton />}
      {schema !== undefined && saved !== undefined && <JsonEditor {...{ schema, saved }} />}
    </Section>
  )
}
