/** The Macs of a hub: which of them are connected, how each fares, and how another one joins. */
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Mac } from '../../../src/contract/mac.ts'
import { asking, whileShown } from '../../api/ask.ts'
import { useMay } from '../../api/session.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { PageFrame } from '../../kit/PageFrame.tsx'
import { ErrorState, Skeleton } from '../../kit/States.tsx'
import sheet from '../../kit/sheet.module.css'
import { JoinDialog } from './JoinDialog.tsx'
import { LineList } from './LineList.tsx'
import { MacRow } from './MacRow.tsx'
import { MacsSummary } from './MacsSummary.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'

type Open = { dialog: 'join'; mac?: Mac } | { dialog: 'revoke'; mac: Mac }

export default function MacsPage() {
  const { data: macs, error, refetch } = useQuery({ ...asking('list_macs'), ...whileShown })
  const mayChange = useMay('admin', 'add_mac')
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <PageFrame
      title={t('shell.macs')}
      lead={t('macs.lead')}
      actions={
        mayChange && (
          <Button kind="primary" onClick={() => setOpen({ dialog: 'join' })}>
            <Plus size={16} aria-hidden />
            {t('macs.add')}
          </Button>
        )
      }
    >
      {error !== null && macs === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {macs === undefined && error === null && <Skeleton rows={3} height={64} />}
      {macs?.some(({ joined_at: joined }) => joined !== null) && <MacsSummary macs={macs} />}
      {macs !== undefined && (
        <div className={sheet.sheet}>
          {macs.length === 0 ? (
            <p className={sheet.empty}>{t('macs.none')}</p>
          ) : (
            <ul aria-label={t('shell.macs')}>
              {macs.map((mac) => (
                <MacRow
                  key={mac.id}
                  mac={mac}
                  {...(mayChange && {
                    onCode: () => setOpen({ dialog: 'join', mac }),
                    onRevoke: () => setOpen({ dialog: 'revoke', mac }),
                  })}
                />
              ))}
            </ul>
          )}
        </div>
      )}
      <LineList />
      {open?.dialog === 'join' && <JoinDialog again={open.mac} macs={macs ?? []} onClose={close} />}
      {open?.dialog === 'revoke' && <RevokeDialog mac={open.mac} onClose={close} />}
    </PageFrame>
  )
}
