/** The switch of a plugin. What reads messages is switched on only after one has seen what it gets. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import { asking } from '../../api/ask.ts'
import { useMay } from '../../api/session.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Switch } from '../../kit/Switch.tsx'
import { paths } from '../../routes.ts'
import { notify } from '../../state/toasts.ts'
import { Places } from './Places.tsx'
import styles from './Plugins.module.css'
import { lacks, useSwitch } from './use-plugins.ts'

export function PluginSwitch({ plugin }: { plugin: PluginRecord }) {
  const mayChange = useMay('admin')
  const { data: settings } = useQuery({ ...asking('get_settings'), enabled: mayChange })
  const [isAsking, setAsking] = useState(false)
  const [, navigate] = useLocation()
  const switchTo = useSwitch()
  const onChange = (isOn: boolean) => {
    if (isOn && settings !== undefined && lacks(plugin, settings.integrations[plugin.name] ?? {})) {
      notify(t('plugins.fill_in'))
      navigate(paths.plugins(plugin.name))
    } else if (isOn && plugin.tier !== 'notify') setAsking(true)
    else void switchTo(plugin.name, isOn)
  }
  const confirm = () => {
    setAsking(false)
    void switchTo(plugin.name, true)
  }
  return (
    <>
      <Switch
        checked={plugin.enabled}
        label={plugin.display_name}
        disabled={!mayChange || (plugin.status === 'invalid' && !plugin.enabled)}
        onChange={onChange}
      />
      {isAsking && (
        <Dialog
          isFixed
          title={t('plugins.enable_title', { name: plugin.display_name })}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{t('kit.cancel')}</Button>
              <Button kind="primary" onClick={confirm}>
                {t('plugins.enable')}
              </Button>
            </>
          }
        >
          <div className={styles.asks}>
            <h3>{t('plugins.gets')}</h3>
            {plugin.tier !== null && <p>{t(`plugins.sees_${plugin.tier}`)}</p>}
            <h3>{t('plugins.network')}</h3>
            <Places places={plugin.network} />
          </div>
        </Dialog>
      )}
    </>
  )
}
