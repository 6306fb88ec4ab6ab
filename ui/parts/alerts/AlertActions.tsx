/** The buttons of an alert: what repairs it, and the page where it can be looked at. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Alert } from '../../../src/contract/alert.ts'
import { answers } from '../../api/answers.ts'
import { client } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { t } from '../../catalogue/texts.ts'
import banner from '../../kit/banner.module.css'
import { complain } from '../../kit/complain.ts'
import { paths } from '../../routes.ts'
import { notify } from '../../state/toasts.ts'
import styles from './AlertBanner.module.css'

interface Repair {
  label: string
  /** Resolves to what is then said. */
  run(): Promise<string>
}

/** `plugin` is how the plugin, the webhook, the key or the Mac is called. */
export function AlertActions({ alert, plugin }: { alert: Alert; plugin: string }) {
  const mayChange = useMay('admin')
  const repair = mayChange ? repairOf(alert, plugin) : undefined
  const place = placeOf(alert)
  const isOfAll = alert.plugin === null && alert.webhook === null && alert.key === null && !alert.mac
  const about = isOfAll ? undefined : plugin
  return (
    <span className={styles.actions}>
      {repair !== undefined && <RepairButton repair={repair} about={about} />}
      {place !== undefined && (
        <Link href={place.href} className={banner.action} aria-label={labelOf(place.label, about)}>
          {place.label}
        </Link>
      )}
    </span>
  )
}

function RepairButton({ repair: { label, run }, about }: { repair: Repair; about: string | undefined }) {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const press = () => {
    setBusy(true)
    run()
      .then((said) => notify(said))
      .catch(complain)
      .finally(() => {
        setBusy(false)
        void queries.invalidateQueries({ queryKey: ['list_alerts'] })
      })
  }
  return (
    <button
      type="button"
      className={banner.action}
      onClick={press}
      disabled={isBusy}
      aria-label={labelOf(label, about)}
    >
      {label}
    </button>
  )
}

const labelOf = (action: string, plugin: string | undefined): string =>
  plugin === undefined ? action : t('alerts.about', { action, plugin })

function repairOf({ kind, plugin: name }: Alert, plugin: string): Repair | undefined {
  if (kind === 'deliveries_failing' && name !== null)
    return {
      label: t('alerts.retry'),
      run: () => client.retry_plugin({ name }).then(() => t('alerts.retrying', { plugin })),
    }
  if (kind === 'relay_stopped' && answers('restart_process'))
    return {
      label: t('alerts.start'),
      run: () => client.restart_process({ process: 'bridge' }).then(() => t('alerts.starting')),
    }
  if (kind === 'mac_quiet')
    return {
      label: t('alerts.open_messages'),
      run: () => client.open_messages().then(() => t('alerts.opened_messages')),
    }
  return undefined
}

/** The address at which more about it is shown; none for a Mac gone quiet, which is seen on the Mac alone. */
function placeOf({ kind, plugin, webhook, key, mac }: Alert): { href: string; label: string } | undefined {
  if (plugin !== null) return { href: paths.plugins(plugin), label: t('alerts.open') }
  if (webhook !== null) return { href: paths.settings('apps'), label: t('alerts.open') }
  if (key !== null) return { href: paths.settings('security'), label: t('alerts.open') }
  if (mac) return { href: paths.macs(), label: t('alerts.open') }
  if (kind === 'mac_quiet') return undefined
  return { href: paths.health(), label: t('status.to_health') }
}
