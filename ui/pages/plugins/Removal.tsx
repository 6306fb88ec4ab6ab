/**
 * Shows the commands that update or remove an installed plugin, which is done in the Mac's terminal as the installation
 * was.
 */
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import { t } from '../../catalogue/texts.ts'
import { Section } from '../../kit/PageFrame.tsx'
import { CommandLine } from './CommandLine.tsx'

export const Removal = ({ name }: Pick<PluginRecord, 'name'>) => (
  <Section title={t('plugins.package')} hint={t('plugins.package_hint')}>
    <CommandLine command="service plugins install PACKAGE" />
    <CommandLine command={`service plugins remove ${name}`} />
  </Section>
)
