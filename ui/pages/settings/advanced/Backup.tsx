/** Shows how everything is kept in one file, and brought back on this Mac or another. */
import { t } from '../../../catalogue/texts.ts'
import { CommandList } from '../../../kit/CommandList.tsx'
import { Section } from '../../../kit/PageFrame.tsx'

export const Backup = () => (
  <Section title={t('settings.backup')} hint={t('settings.backup_hint')}>
    <CommandList
      commands={[
        ['service backup --to service.tar.gz', t('settings.backup_make')],
        ['service restore service.tar.gz', t('settings.backup_restore')],
      ]}
      labelOf={(command) => t('settings.backup_copy', { command })}
      note={t('settings.backup_secrets')}
    />
  </Section>
)
