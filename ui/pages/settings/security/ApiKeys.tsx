/** Lists the API keys with their scopes and last use, creates new ones, and shows a key that was just created. */
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ApiKey, CreatedApiKey } from '../../../../src/contract/key.ts'
import { useSession } from '../../../api/session.ts'
import { dateAndTimeOf, dayOf } from '../../../catalogue/dates.ts'
import { t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import { ErrorState, Skeleton } from '../../../kit/States.tsx'
import sheet from '../../../kit/sheet.module.css'
import { useKeptFocus } from '../../../kit/use-kept-focus.ts'
import { viewOf } from '../../../routes.ts'
import type { KeyDraft } from './grant/key-draft.ts'
import { KeyDialog } from './KeyDialog.tsx'
import { keySentence } from './key-sentence.ts'
import { lastUse } from './last-use.ts'
import { NewKey } from './NewKey.tsx'
import styles from './Security.module.css'
import { useKeys } from './use-keys.ts'
import { Warning } from './Warning.tsx'

/** The buttons for editing and revoking. */
const buttonsOfRow = 2

export function ApiKeys() {
  const { keys, error, retry, add, change, revoke } = useKeys()
  const [edited, setEdited] = useState<ApiKey | 'new'>()
  const [made, setMade] = useState<CreatedApiKey>()
  const { ref, leaving } = useKeptFocus(keys?.length ?? 0)
  const isOpen = useSession()?.mode === 'open'
  if (keys === undefined) return error === null ? <Skeleton rows={2} /> : <ErrorState error={error} onRetry={retry} />
  const save = async (draft: KeyDraft, before: KeyDraft) => {
    if (edited === 'new') setMade(await add(draft))
    else if (edited !== undefined) await change(edited, draft, before)
  }
  return (
    <>
      {isOpen && <Warning>{t('security.keys_open')}</Warning>}
      {made !== undefined && <NewKey key={made.id} made={made} onSaved={() => setMade(undefined)} />}
      <div ref={ref} className={sheet.sheet} tabIndex={-1}>
        {keys.length === 0 ? (
          <p className={sheet.empty}>{t('security.keys_none')}</p>
        ) : (
          <ul aria-label={t('security.keys')}>
            {keys.map((key, index) => (
              <KeyRow
                key={key.id}
                apiKey={key}
                onEdit={() => setEdited(key)}
                onRevoke={() => {
                  leaving(buttonsOfRow * index + 1)
                  if (made?.id === key.id) setMade(undefined)
                  void revoke(key)
                }}
              />
            ))}
          </ul>
        )}
      </div>
      <div>
        <Button onClick={() => setEdited('new')}>
          <Plus size={16} aria-hidden />
          {t('security.key_new')}
        </Button>
      </div>
      {edited !== undefined && (
        <KeyDialog {...(edited !== 'new' && { of: edited })} onSave={save} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}

/** The day in UTC on which a key ends, as it was chosen; noon makes it the same in most time zones. */
const lastDayOf = (expires: string): string => dayOf(`${expires.slice(0, 'YYYY-MM-DD'.length)}T12:00:00Z`)

interface KeyRowProps {
  apiKey: ApiKey
  onEdit: () => void
  onRevoke: () => void
}

/** One API key: its label, its scopes, and its last use. */
function KeyRow({ apiKey, onEdit, onRevoke }: KeyRowProps) {
  const { id, label, scopes, grant, names, created_at: created, expires_at: expires } = apiKey
  const isOver = expires !== null && Date.parse(expires) <= Date.now()
  return (
    <li className={styles.row}>
      <p className={styles.words}>
        <span className={styles.title}>
          <bdi>{label}</bdi>
          {isOver && <span className={sheet.chip}>{t('security.key_over')}</span>}
        </span>
        <span className={styles.sentence}>{keySentence({ scopes, grant }, names)}</span>
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
      <span className={styles.actions}>
        {scopes.includes('read') && !isOver && (
          <a className={styles.see} href={viewOf(id)} aria-label={t('grant.see_name', { name: label })}>
            {t('grant.see')}
          </a>
        )}
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
