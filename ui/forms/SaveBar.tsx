/**
 * Shows the number of unsaved changes while there are any, and asks for confirmation before the page is left. A form
 * with a second way to save shows the bar always, with what the user should know before.
 */
import { type ReactNode, useEffect } from 'react'
import { t } from '../catalogue/texts.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import fixed from '../kit/Fixed.module.css'
import { leaveNow, stayHere, useLeaving } from '../state/leaving.ts'
import styles from './Form.module.css'

/** Saves and then does something more. */
export interface ExtraSave {
  label: string
  /** The consent that the button gives, shown above it in colours that no theme can change. */
  consent: ReactNode
  run(): void
}

interface Props {
  changes: number
  /** Number of fields with a problem. */
  wrong: number
  isSaving: boolean
  onSave: () => void
  onDiscard: () => void
  extra?: ExtraSave | undefined
}

export function SaveBar({ changes, wrong, isSaving, onSave, onDiscard, extra }: Props) {
  if (changes === 0 && extra === undefined) return null
  const unsaved = changes > 0 ? t('forms.unsaved', { count: changes }) : undefined
  return (
    <section
      className={`${styles.bar} ${extra === undefined ? '' : `${styles.asking} ${fixed.fixed}`}`}
      aria-label={unsaved ?? extra?.label}
    >
      {extra?.consent}
      <p role="status">
        {unsaved}
        {unsaved !== undefined && wrong > 0 && ' · '}
        {wrong > 0 && <span className={styles.wrong}>{t('forms.wrong', { count: wrong })}</span>}
      </p>
      <div>
        {changes > 0 && (
          <>
            <Button onClick={onDiscard} disabled={isSaving}>
              {t('forms.discard')}
            </Button>
            <Button kind={extra === undefined ? 'primary' : 'plain'} onClick={onSave} disabled={isSaving}>
              {t('kit.save')}
            </Button>
          </>
        )}
        {extra !== undefined && (
          <Button kind="primary" onClick={extra.run} disabled={isSaving}>
            {extra.label}
          </Button>
        )}
      </div>
      {changes > 0 && <LeaveGuard />}
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
