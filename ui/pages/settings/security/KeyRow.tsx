/** One API key: its label, its scopes, and its last use. */
import type { ApiKey } from '../../../../src/contract/key.ts'
import { dateAndTimeOf, dayOf } from '../../../catalogue/dates.ts'
import { locale, t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import styles from './Security.module.css'

interface Props {
  apiKey: ApiKey
  onEdit: () => void
  onRevoke: () => void
}

export function KeyRow({ apiKey, onEdit, onRevoke }: Props) {
  const { id, label, scopes, created_at: created, expires_at: expires } = apiKey
  const may = new Intl.ListFormat(locale(), { type: 'conjunction' }).format(
    scopes.map((scope) => t(`security.scope_${scope}_short`)),
  )
  const isOver = expires !== null && Date.parse(expires) <= Date.now()
  return (
    <li className={styles.row}>
      <p className={styles.words}>
        <span className={styles.title}>
          <bdi>{label}</bdi>
          {isOver && <span className={styles.chip}>{t('security.key_over')}</span>}
        </span>
        <small>
          {may} · <code dir="ltr">svc_{id}…</code>
        </small>
        <small>
          <time dateTime={created} title={dateAndTimeOf(created)}>
            {t('security.key_created', { day: dayOf(created) })}
          </time>
          {' · '}
          {lastUse(apiKey)}
          {expires !== null && !isOver && ` · ${t('security.key_until', { day: dayOf(expires) })}`}
        </small>
      </p>
      <span className={styles.actions}>
        <Button size="small" aria-label={t('security.key_edit_name', { name: label })} onClick={onEdit}>
          {t('security.edit')}
        </Button>
        <Button size="small" aria-label={t('security.key_revoke_name', { name: label })} onClick={onRevoke}>
          {t('security.key_revoke')}
        </Button>
      </span>
    </li>
  )
}

function lastUse({ last_used_on: on, last_used_from: from }: ApiKey): string {
  if (on === null) return t('security.key_unused')
  // Noon makes the day the same in most time zones.
  const day = dayOf(`${on}T12:00:00Z`)
  return from === null ? t('security.key_used', { day }) : t('security.key_used_from', { day, from })
}
