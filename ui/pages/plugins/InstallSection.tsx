/** Offers to install another plugin. */
import { useState } from 'react'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { Section } from '../../kit/PageFrame.tsx'
import { InstallDialog } from './InstallDialog.tsx'

export function InstallSection() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title={t('plugins.install')} hint={t('plugins.install_hint')}>
      <div>
        <Button onClick={() => setOpen(true)}>{t('plugins.install_open')}</Button>
      </div>
      {isOpen && <InstallDialog onClose={() => setOpen(false)} />}
    </Section>
  )
}
