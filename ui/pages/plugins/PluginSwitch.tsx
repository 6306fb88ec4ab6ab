/**
 * Switches a plugin on or off. A plugin that reads messages is switched on only after a dialog shows what it receives.
 */
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { useLocation } from 'wouter'
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import { asking } from '../../api/ask.ts'
import { useMay } from '../../api/session.ts'
import { locale, t } from '../../catalogue/texts.ts'
import { leadTo } from '../../forms/field-in-address.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Switch } from '../../kit/Switch.tsx'
import { paths } from '../../routes.ts'
import { notify } from '../../state/toasts.ts'
import { Access } from './Access.tsx'
import type { UnsavedSettings } from './PluginSettings.tsx'
import styles from './Plugins.module.css'
import { missingIn, useSwitch } from './use-plugins.ts'

interface Props {
  plugin: PluginRecord
  /** The unsaved settings of the form on the same page, if there is one. */
  unsaved?: RefObject<UnsavedSettings | null>
}

export function PluginSwitch({ plugin, unsaved }: Props) {
  const { name, display_name, tier } = plugin
  const mayChange = useMay('admin')
  const { data: settings } = useQuery({ ...asking('get_settings'), enabled: mayChange })
  const [asked, setAsked] = useState<{ unsaved: UnsavedSettings | null }>()
  const [, navigate] = useLocation()
  const switchTo = useSwitch()
  const leadToSetting = (setting: string) => {
    navigate(`${paths.plugins(name)}#${encodeURIComponent(setting)}`)
    // The address may already name this setting, and would not change then.
    leadTo(setting)
  }
  const onChange = (isOn: boolean) => {
    if (!isOn || settings === undefined) return void switchTo(name, isOn)
    const written = unsaved?.current ?? null
    const missing = missingIn(plugin, written?.values ?? settings.integrations[name] ?? {})
    const [first] = missing
    if (first !== undefined) {
      const fields = new Intl.ListFormat(locale(), { type: 'conjunction' }).format(missing.map(({ title }) => title))
      notify(t('plugins.fill_in', { fields, name: display_name }))
      leadToSetting(first.name)
    } else if (tier !== 'notify' || written !== null) setAsked({ unsaved: written })
    else void switchTo(name, true)
  }
  const confirm = async () => {
    setAsked(undefined)
    if (asked?.unsaved == null || (await asked.unsaved.save())) await switchTo(name, true)
  }
  return (
    <>
      <Switch
        checked={plugin.enabled}
        label={display_name}
        disabled={!mayChange || (plugin.status === 'invalid' && !plugin.enabled)}
        onChange={onChange}
      />
      {asked !== undefined && (
        <Dialog
          isFixed
          title={t('plugins.enable_title', { name: display_name })}
          onClose={() => setAsked(undefined)}
          actions={
            <>
              <Button onClick={() => setAsked(undefined)}>{t('kit.cancel')}</Button>
              <Button kind="primary" onClick={() => void confirm()}>
                {t(asked.unsaved === null ? 'plugins.enable' : 'plugins.save_and_enable')}
              </Button>
            </>
          }
        >
          <div className={styles.asks}>
            {asked.unsaved !== null && <p>{t('plugins.unsaved_first')}</p>}
            <p>{t('plugins.consent', { name: display_name })}</p>
            <Access plugin={plugin} />
          </div>
        </Dialog>
      )}
    </>
  )
}
