/** Shows across the page what has failed for longer than the settings allow, what still works, and what can be done. */
import { CloudOff, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import { reasonSentence } from '../../catalogue/reason-words.ts'
import { t } from '../../catalogue/texts.ts'
import styles from '../../kit/banner.module.css'
import { useStatus } from '../../live/status.ts'
import { useWarning, type Warning } from '../../live/warning.ts'
import { paths } from '../../routes.ts'
import { sentenceOf, worksIn } from './sentences.ts'

export function StatusBanner() {
  const warning = useWarning()
  const isTold = useStatus((status) => status.isBridgeTold) && warning?.kind.startsWith('bridge_')
  return <div role="status">{warning !== undefined && !isTold && <Banner warning={warning} />}</div>
}

function Banner({ warning }: { warning: Warning }) {
  const { kind, reason } = warning
  const askNow = useStatus((status) => status.askNow)
  const isOfBridge = kind.startsWith('bridge_')
  const Icon = isOfBridge ? TriangleAlert : CloudOff
  return (
    <div className={styles.banner} data-look={kind === 'bridge_degraded' || kind === 'offline' ? 'warning' : 'danger'}>
      <Icon size={18} aria-hidden className={styles.icon} />
      <p className={styles.text}>
        <strong>{sentenceOf(warning)}</strong>{' '}
        {reason !== null && kind !== 'bridge_stopped' && <bdi>{reasonSentence(reason)} </bdi>}
        {worksIn(warning)}
      </p>
      {isOfBridge ? (
        <Link href={paths.health()} className={styles.action}>
          {t('status.to_health')}
        </Link>
      ) : (
        <button type="button" className={styles.action} onClick={askNow}>
          {t('status.ask_now')}
        </button>
      )}
    </div>
  )
}
