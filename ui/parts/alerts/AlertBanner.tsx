/** Shows across every page what keeps messages from being relayed, and what repairs it; loaded after the first paint. */
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Alert } from '../../../src/contract/alert.ts'
import { askingPlugins } from '../../api/plugins.ts'
import { t } from '../../catalogue/texts.ts'
import banner from '../../kit/banner.module.css'
import { useAlertCount } from '../../live/alert-count.ts'
import { isSilence } from '../../live/condition.ts'
import { useStatus } from '../../live/status.ts'
import { useCondition } from '../../live/warning.ts'
import { base } from '../../routes.ts'
import { AlertActions } from './AlertActions.tsx'
import styles from './AlertBanner.module.css'
import { alertWords } from './alert-words.ts'
import { useAlerts } from './use-alerts.ts'

export function AlertBanner() {
  const isSilent = isSilence(useCondition().kind)
  const all = useAlerts(isSilent)
  // While the service does not respond, nothing else is known, so only that is shown.
  const alerts = isSilent ? none : all
  useMarks(alerts.length)
  useBridgeTold(alerts.some(isOfBridge))
  const told = useAlertCount(({ toldPlugin }) => toldPlugin)
  const shown = alerts.filter(({ plugin }) => plugin === null || plugin !== told)
  return <div role="status">{shown.length > 0 && <Alerts alerts={shown} />}</div>
}

const none: readonly Alert[] = []

const isOfBridge = ({ kind }: Alert): boolean => kind === 'relay_stopped' || kind === 'permission_lost'

/** Marks the relay in the rail, the window's title and its icon, which are seen while another window is in front. */
function useMarks(count: number): void {
  useEffect(() => {
    useAlertCount.setState({ count })
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (icon !== null) icon.href = `${base}/icon${count > 0 ? '-alert' : ''}.svg`
  }, [count])
}

/** The banner about the connection leaves to the alert what the alert says with more to do about it. */
function useBridgeTold(isTold: boolean): void {
  useEffect(() => useStatus.setState({ isBridgeTold: isTold }), [isTold])
}

function Alerts({ alerts }: { alerts: readonly Alert[] }) {
  const [isOpen, setOpen] = useState(false)
  const hasPlugins = alerts.some(({ plugin }) => plugin !== null)
  const { data: plugins, isPending } = useQuery({ ...askingPlugins(), enabled: hasPlugins })
  const titleOf = ({ plugin: name, webhook, key, mac }: Alert) =>
    webhook === null
      ? (plugins?.find((each) => each.name === name)?.display_name ?? name ?? key?.label ?? mac?.name ?? '')
      : t('alerts.webhook', { host: webhook.host })
  const shown = isOpen ? alerts : alerts.slice(0, 1)
  // A plugin is not called by its key first, and by its name a moment later.
  if (hasPlugins && isPending) return null
  return (
    <ul className={styles.list} aria-label={t('alerts.title')}>
      {shown.map((alert, at) => (
        <li key={alert.id} className={banner.banner} data-look={isUrgent(alert) ? 'danger' : 'warning'}>
          <TriangleAlert size={18} aria-hidden className={banner.icon} />
          <Words alert={alert} plugin={titleOf(alert)} />
          <AlertActions alert={alert} plugin={titleOf(alert)} />
          {at === 0 && alerts.length > 1 && (
            <button type="button" className={banner.action} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? t('alerts.fewer') : t('alerts.more', { count: alerts.length - 1 })}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

const isUrgent = ({ kind, key, mac }: Alert): boolean =>
  key === null && mac === null && kind !== 'mac_quiet' && kind !== 'disk_nearly_full'

function Words({ alert, plugin }: { alert: Alert; plugin: string }) {
  const { sentence, more } = alertWords(alert, plugin)
  return (
    <p className={banner.text}>
      <strong dir="auto">{sentence}</strong> {more}
    </p>
  )
}
