/** Shows the number of unsaved changes while there are any, and asks for confirmation before the page is left. */
import { useEffect } from 'react'
import { t } from '../catalogue/texts.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { leaveNow, stayHere, useLeaving } from '../state/leaving.ts'
import styles from './Form.module.css'

interface Props {
  changes: number
  /** Number of fields with a problem. */
  wrong: number
  isSaving: boolean
  onSave: () => void
  onDiscard: () => void
}

export function SaveBar({ changes, wrong, isSaving, onSave, onDiscard }: Props) {
  if (changes === 0) return null
  return (
    <section className={styles.bar} aria-label={t('forms.unsaved', { count: changes })}>
      <p role="status">
        {t('forms.unsaved', { count: changes })}
        {wrong > 0 && <span className={styles.wrong}> · {t('forms.wrong', { count: wrong })}</span>}
      </p>
      <div>
        <Button onClick={onDiscard} disabled={isSaving}>
          {t('forms.discard')}
        </Button>
        <Button kind="primary" onClick={onSave} disabled={isSaving}>
          {t('kit.save')}
        </Button>
      </div>
      <LeaveGuard />
    </section>
  )
}

function LeaveGuard() {
  const leave = useLeaving((state) => state.leave)
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    useLeaving.setState({ isGuarded: true })
    addEventListener('beforeunload', onUnload)
    return () => {
      useLeaving.setState({ isGuarded: false, leave: undefined })
      removeEventListener('beforeunload', onUnload)
    }
  }, [])
  if (leave === undefined) return null
  return (
    <Dialog
      title={t('forms.leave_title')}
      onClose={stayHere}
      actions={
        <>
          <Button onClick={stayHere}>{t('forms.stay')}</Button>
          <Button kind="destructive" onClick={leaveNow}>
            {t('forms.leave_anyway')}
          </Button>
        </>
      }
    >
      <p>{t('forms.leave')}</p>
    </Dialog>
  )
}
