/** Lists the API keys, creates new ones, and shows a key that was just created. */
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ApiKey, CreatedApiKey } from '../../../../src/contract/key.ts'
import { useSession } from '../../../api/session.ts'
import { t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import { ErrorState, Skeleton } from '../../../kit/States.tsx'
import { useKeptFocus } from '../../../kit/use-kept-focus.ts'
import { KeyDialog } from './KeyDialog.tsx'
import { KeyRow } from './KeyRow.tsx'
import { NewKey } from './NewKey.tsx'
import styles from './Security.module.css'
import { type KeyOptions, useKeys } from './use-keys.ts'
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
  const save = async (wish: KeyOptions) => {
    if (edited === 'new') setMade(await add(wish))
    else if (edited !== undefined) await change(edited, wish)
  }
  return (
    <>
      {isOpen && <Warning>{t('security.keys_open')}</Warning>}
      {made !== undefined && <NewKey key={made.id} made={made} onSaved={() => setMade(undefined)} />}
      <div ref={ref} className={styles.sheet} tabIndex={-1}>
        {keys.length === 0 ? (
          <p className={styles.empty}>{t('security.keys_none')}</p>
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
