/** Asks before a Mac is revoked. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Mac } from '../../../src/contract/mac.ts'
import { client } from '../../api/client.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { complain } from '../../kit/complain.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { notify } from '../../state/toasts.ts'

export function RevokeDialog({ mac, onClose }: { mac: Mac; onClose: () => void }) {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  async function revoke(): Promise<void> {
    setBusy(true)
    try {
      await client.revoke_mac({ id: mac.id })
      notify(t('macs.revoked', { name: mac.name }))
      onClose()
    } catch (error) {
      complain(error)
    }
    setBusy(false)
    await queries.invalidateQueries({ queryKey: ['list_macs'] })
  }
  return (
    <Dialog
      title={t('macs.revoke_title', { name: mac.name })}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('kit.cancel')}
          </Button>
          <Button kind="destructive" disabled={isBusy} onClick={() => void revoke()}>
            {t('macs.revoke')}
          </Button>
        </>
      }
    >
      <p>{t('macs.revoke_means')}</p>
    </Dialog>
  )
}
