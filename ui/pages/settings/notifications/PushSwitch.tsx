/** Turns notifications on for the time while the page is closed, and says what is missing where that is not possible. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ClientError } from '../../../../src/client/client-error.ts'
import { t } from '../../../catalogue/texts.ts'
import { CopyLine } from '../../../kit/CopyLine.tsx'
import { complain } from '../../../kit/complain.ts'
import { SwitchRow } from '../../../kit/SwitchRow.tsx'
import { turnOffPush, turnOnPush } from '../../../notifications/push.ts'
import { usePush } from '../../../notifications/push-state.ts'
import { pushSupport } from '../../../notifications/push-support.ts'
import styles from './NotificationsSection.module.css'

interface Props {
  allow: () => Promise<boolean>
}

export function PushSwitch({ allow }: Props) {
  const queries = useQueryClient()
  const isOn = usePush(({ id }) => id !== undefined)
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const turn = async (wanted: boolean) => {
    setFailed(false)
    if (wanted && !(await allow())) return
    if (wanted)
      await turnOnPush().catch((error: unknown) => (error instanceof ClientError ? complain(error) : setFailed(true)))
    else await turnOffPush().catch(complain)
    await queries.invalidateQueries({ queryKey: ['list_push_subscriptions'] })
  }
  const change = (wanted: boolean) => {
    setBusy(true)
    void turn(wanted).finally(() => setBusy(false))
  }
  if (pushSupport() !== 'possible') return <Missing />
  return (
    <>
      <SwitchRow
        label={t('notifications.push')}
        hint={t('notifications.push_hint')}
        checked={isOn}
        disabled={isBusy}
        onChange={change}
      />
      {hasFailed && <p role="alert">{t('notifications.push_failed')}</p>}
    </>
  )
}

const usualPort = '8723'

/** Says what this browser lacks to notify, and how to get it. */
export function Missing() {
  const support = pushSupport()
  if (support === 'insecure') return <WaysToHttps />
  return (
    <p className={styles.hint}>{t(support === 'install' ? 'notifications.install' : 'notifications.unsupported')}</p>
  )
}

/** Browsers allow notifications only on https and on the Mac itself. */
function WaysToHttps() {
  const command = `tailscale serve --bg ${location.port || usualPort}`
  return (
    <>
      <p>{t('notifications.impossible', { origin: location.origin })}</p>
      <ul className={styles.ways}>
        <li>
          {t('notifications.way_tailscale')}
          <CopyLine text={command} label={t('kit.copy')} />
        </li>
        <li>{t('notifications.way_proxy')}</li>
      </ul>
      <p className={styles.hint}>{t('notifications.way_guide')}</p>
    </>
  )
}
