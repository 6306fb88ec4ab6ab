/** Shows a password that was just made, which can be seen only once: until it is confirmed as saved or the page is left. */
import { useEffect, useRef } from 'react'
import { t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import { CopyLine } from '../../../kit/CopyLine.tsx'
import security from '../security/Security.module.css'
import type { MadePassword } from './use-compat.ts'

export function NewPassword({ made, onSaved }: { made: MadePassword; onSaved: () => void }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    // Waits a frame, because the dialog gives the focus back to its opener at the same time.
    const frame = requestAnimationFrame(() => box.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <section ref={box} className={security.fresh} aria-label={t('apps.password_fresh')} tabIndex={-1}>
      <h3>{t('apps.password_fresh')}</h3>
      <p>{t(made.isReplacement ? 'apps.password_replaced' : 'apps.password_once')}</p>
      <CopyLine text={made.password} label={t('apps.password_copy')} />
      <div>
        <Button kind="primary" onClick={onSaved}>
          {t('apps.password_saved')}
        </Button>
      </div>
    </section>
  )
}
