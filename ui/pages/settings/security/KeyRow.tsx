/** Shows one API key: what it can do, what is suspicious about it, its last use, and the actions on it. */
import type { ApiKey } from '../../../../src/contract/key.ts'
import { dateAndTimeOf, dayOf, whenOf } from '../../../catalogue/dates.ts'
import { t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import cardRow from '../../../kit/card-row.module.css'
import sheet from '../../../kit/sheet.module.css'
import { keySentence } from '../../../parts/grant/key-sentence.ts'
import { viewOf } from '../../../routes.ts'
import { lastUse } from './last-use.ts'
import styles from './Security.module.css'
import { Warning } from './Warning.tsx'

interface Props {
  apiKey: ApiKey
  onShow: () => void
  onPause: (paused: boolean) => void
  onEdit: () => void
  onRevoke: () => void
}

/** The number of buttons of a row: for showing, pausing, editing and revoking. */
export const buttonsOfRow = 4

export function KeyRow({ apiKey, onShow, onPause, onEdit, onRevoke }: Props) {
  const { id, label, scopes, grant, names, paused, marks, created_at: created, expires_at: expires } = apiKey
  const isOver = expires !== null && Date.parse(expires) <= Date.now()
  return (
    <li className={styles.key}>
      <p className={cardRow.words}>
        <span className={cardRow.title}>
          <bdi>{label}</bdi>
          {isOver && <span className={sheet.chip}>{t('security.key_over')}</span>}
          {paused && <span className={sheet.chip}>{t('grant.paused')}</span>}
        </span>
        <span>{keySentence({ scopes, grant, names })}</span>
        <small>
          <code dir="ltr">svc_{id}…</code>
          {' · '}
          <time dateTime={created} title={dateAndTimeOf(created)}>
            {t('security.key_created', { day: dayOf(created) })}
          </time>
          {' · '}
          {lastUse(apiKey)}
          {expires !== null && !isOver && ` · ${t('security.key_until', { day: lastDayOf(expires) })}`}
        </small>
      </p>
      {marks.map(({ kind, at }) => (
        <Warning key={kind}>
          {t(`grant.mark_${kind}`)} · <time dateTime={at}>{whenOf(at)}</time>
        </Warning>
      ))}
      <span className={cardRow.actions}>
        <Button size="small" aria-label={t('grant.activity_of', { name: label })} onClick={onShow}>
          {t('grant.activity')}
        </Button>
        <Button
          size="small"
          aria-label={t(paused ? 'grant.resume_name' : 'grant.pause_name', { name: label })}
          onClick={() => onPause(!paused)}
        >
          {t(paused ? 'grant.resume' : 'grant.pause')}
        </Button>
        <Button size="small" aria-label={t('security.key_edit_name', { name: label })} onClick={onEdit}>
          {t('security.edit')}
        </Button>
        <Button size="small" aria-label={t('security.key_revoke_name', { name: label })} onClick={onRevoke}>
          {t('security.key_revoke')}
        </Button>
        {scopes.includes('read') && !isOver && (
          <a className={styles.see} href={viewOf(id)} aria-label={t('grant.see_name', { name: label })}>
            {t('grant.see')}
          </a>
        )}
      </span>
    </li>
  )
}

/** The day in UTC on which a key ends, as it was chosen; noon makes it the same in most time zones. */
const lastDayOf = (expires: string): string => dayOf(`${expires.slice(0, 'YYYY-MM-DD'.length)}T12:00:00Z`)
