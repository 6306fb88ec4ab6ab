/** Updates and removes a plugin that was installed as a package. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import { client } from '../../api/client.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { complain } from '../../kit/complain.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { Section } from '../../kit/PageFrame.tsx'
import { paths } from '../../routes.ts'
import { notify } from '../../state/toasts.ts'
import { InstallDialog } from './InstallDialog.tsx'
import styles from './Plugins.module.css'

export function PluginPackage({ plugin }: { plugin: PluginRecord }) {
  const [opened, setOpened] = useState<'update' | 'remove'>()
  const close = () => setOpened(undefined)
  return (
    <Section title={t('plugins.package')} hint={t('plugins.package_hint')}>
      <div className={styles.status}>
        <Button onClick={() => setOpened('update')}>{t('plugins.update')}</Button>
        <Button onClick={() => setOpened('remove')}>{t('plugins.remove')}</Button>
      </div>
      {opened === 'update' && <InstallDialog update={plugin.display_name} onClose={close} />}
      {opened === 'remove' && <RemoveDialog plugin={plugin} onClose={close} />}
    </Section>
  )
}

interface RemoveProps {
  plugin: PluginRecord
  onClose: () => void
}

function RemoveDialog({ plugin: { name, display_name: title }, onClose }: RemoveProps) {
  const [purge, setPurge] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const remove = async () => {
    setBusy(true)
    try {
      await client.remove_plugin({ name, purge })
      notify(t('plugins.removed_now', { name: title }))
      navigate(paths.plugins())
      for (const key of ['list_plugins', 'get_settings', 'plugin_slots'])
        void queries.invalidateQueries({ queryKey: [key] })
    } catch (error) {
      complain(error)
      setBusy(false)
      onClose()
    }
  }
  return (
    <Dialog
      title={t('plugins.remove_title', { name: title })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button kind="destructive" disabled={isBusy} onClick={() => void remove()}>
            {t(isBusy ? 'plugins.removing' : 'plugins.remove')}
          </Button>
        </>
      }
    >
      <div className={styles.order}>
        <p>{t('plugins.remove_hint')}</p>
        <label className={styles.check}>
          <input type="checkbox" checked={purge} onChange={({ target }) => setPurge(target.checked)} />
          {t('plugins.purge')}
        </label>
      </div>
    </Dialog>
  )
}
