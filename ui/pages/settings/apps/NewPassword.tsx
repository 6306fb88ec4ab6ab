/** Shows a password that was just made, which can be seen only once: until it is confirmed as saved or the page is left. */
import { Suspense, useEffect, useRef } from 'react'
import { t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import { CopyLine } from '../../../kit/CopyLine.tsx'
import { lazyPart } from '../../../kit/lazy-part.ts'
import security from '../security/Security.module.css'
import type { MadePassword } from './use-compat.ts'

const PhoneCode = lazyPart(() => import('./PhoneCode.tsx'))

interface Props {
  made: MadePassword
  /** The address at which apps on this Mac find the listener. */
  url: string
  onSaved: () => void
}

export function NewPassword({ made, url, onSaved }: Props) {
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
      <Suspense>
        <PhoneCode password={made.password} url={url} />
      </Suspense>
      <div>
        <Button kind="primary" onClick={onSaved}>
          {t('apps.password_saved')}
        </Button>
      </div>
    </section>
  )
}
