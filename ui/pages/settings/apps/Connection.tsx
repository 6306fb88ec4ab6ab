/** The address and the password that an app needs; the password itself is shown only when it is made. */
import { useState } from 'react'
import type { BlueBubblesState } from '../../../../src/contract/compat.ts'
import { t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import { CopyLine } from '../../../kit/CopyLine.tsx'
import cardRow from '../../../kit/card-row.module.css'
import { Dialog } from '../../../kit/Dialog.tsx'
import { Card } from '../../../kit/PageFrame.tsx'
import { lastUse } from '../security/last-use.ts'
import styles from './Apps.module.css'

interface Props {
  of: BlueBubblesState
  isBusy: boolean
  onNewPassword: () => Promise<void>
}

export function Connection({ of: { url, key }, isBusy, onNewPassword }: Props) {
  const [isAsking, setAsking] = useState(false)
  const replace = () => {
    setAsking(false)
    void onNewPassword()
  }
  return (
    <>
      <Card>
        <div className={styles.address}>
          <p className={styles.label}>{t('apps.url')}</p>
          <CopyLine text={url} label={t('apps.url_copy')} />
        </div>
        <div className={cardRow.row}>
          <p className={cardRow.words}>
            <span className={styles.label}>{t('apps.password')}</span>
            <small>
              {key === null ? t('apps.password_none') : `${t('apps.password_of', { id: key.id })} · ${lastUse(key)}`}
            </small>
          </p>
          <Button disabled={isBusy} onClick={() => (key === null ? void onNewPassword() : setAsking(true))}>
            {t('apps.password_new')}
          </Button>
        </div>
      </Card>
      {isAsking && (
        <Dialog
          title={t('apps.password_replace')}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{t('kit.cancel')}</Button>
              <Button kind="primary" onClick={replace}>
                {t('apps.password_new')}
              </Button>
            </>
          }
        >
          <p>{t('apps.password_replace_text')}</p>
        </Dialog>
      )}
    </>
  )
}
