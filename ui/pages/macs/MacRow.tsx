/** Shows one Mac of a hub: its line, its state, when it was last seen, and the actions on it. */
import type { Mac } from '../../../src/contract/mac.ts'
import { dateAndTimeOf, dayOf, whenOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import cardRow from '../../kit/card-row.module.css'
import styles from './Macs.module.css'
import { factsOf } from './mac-facts.ts'

interface Props {
  mac: Mac
  /** Absent for whoever may only look. */
  onCode?: () => void
  onRevoke?: () => void
}

export function MacRow({ mac, onCode, onRevoke }: Props) {
  const { name, state, last_seen_at: seen, revoked_at: revoked, cloned_at: cloned } = mac
  return (
    <li className={cardRow.row}>
      <p className={cardRow.words}>
        <span className={cardRow.title}>
          <bdi>{name}</bdi>
          <span className={styles.state} data-state={state}>
            {t(`macs.state_${state}`)}
          </span>
        </span>
        <small>
          {state === 'revoked' && revoked !== null && t('macs.revoked_on', { day: dayOf(revoked) })}
          {state === 'invited' && t('macs.never_seen')}
          {state !== 'revoked' && seen !== null && (
            <time dateTime={seen} title={dateAndTimeOf(seen)}>
              {t('macs.seen', { time: whenOf(seen) })}
            </time>
          )}
          {factsOf(mac).map((fact) => ` · ${fact}`)}
        </small>
        {state === 'silent' && <small>{t('macs.silent_why')}</small>}
        {cloned !== null && <small className={styles.trouble}>{t('macs.cloned', { time: whenOf(cloned) })}</small>}
      </p>
      {state !== 'revoked' && onCode !== undefined && onRevoke !== undefined && (
        <span className={cardRow.actions}>
          <Button size="small" aria-label={t('macs.code_for', { name })} onClick={onCode}>
            {t('macs.code')}
          </Button>
          <Button size="small" aria-label={t('macs.revoke_name', { name })} onClick={onRevoke}>
            {t('macs.revoke')}
          </Button>
        </span>
      )}
    </li>
  )
}
