/** Lists the API keys, creates and changes them, and shows a key that was just created and what one did. */
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ApiKey, CreatedApiKey } from '../../../../src/contract/key.ts'
import { useSession } from '../../../api/session.ts'
import { t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import { lazyPart } from '../../../kit/lazy-part.ts'
import { ErrorState, Skeleton } from '../../../kit/States.tsx'
import sheet from '../../../kit/sheet.module.css'
import { useKeptFocus } from '../../../kit/use-kept-focus.ts'
import type { KeyDraft } from '../../../parts/grant/key-draft.ts'
import { KeyDialog } from './KeyDialog.tsx'
import { buttonsOfRow, KeyRow } from './KeyRow.tsx'
import { NewKey } from './NewKey.tsx'
import { useKeys } from './use-keys.ts'
import { Warning } from './Warning.tsx'

const KeyActivity = lazyPart(() => import('./KeyActivity.tsx'))
/** The one for revoking is the last of its row. */
const lastButton = buttonsOfRow - 1

export function ApiKeys() {
  const { keys, error, retry, add, change, pause, revoke } = useKeys()
  const [shownId, setShownId] = useState<string>()
  const [edited, setEdited] = useState<ApiKey | 'new'>()
  const [made, setMade] = useState<CreatedApiKey>()
  const { ref, leaving } = useKeptFocus(keys?.length ?? 0)
  const isOpen = useSession()?.mode === 'open'
  if (keys === undefined) return error === null ? <Skeleton rows={2} /> : <ErrorState error={error} onRetry={retry} />
  const shown = keys.find(({ id }) => id === shownId)
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
                onShow={() => setShownId(key.id)}
                onPause={(paused) => void pause(key, paused)}
                onEdit={() => setEdited(key)}
                onRevoke={() => {
                  leaving(buttonsOfRow * index + lastButton)
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
      <Suspense>
        {shown !== undefined && (
          <KeyActivity
            apiKey={shown}
            onPause={(paused) => void pause(shown, paused)}
            onClose={() => setShownId(undefined)}
          />
        )}
      </Suspense>
      {edited !== undefined && (
        <KeyDialog {...(edited !== 'new' && { of: edited })} onSave={save} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}
