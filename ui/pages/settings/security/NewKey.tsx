/** Shows a newly created key, which can be seen only once: until it is confirmed as saved or the page is left. */
import { useEffect, useRef } from 'react'
import type { CreatedApiKey } from '../../../../src/contract/key.ts'
import { t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import { CopyLine } from '../../../kit/CopyLine.tsx'
import styles from './Security.module.css'

export function NewKey({ made, onSaved }: { made: CreatedApiKey; onSaved: () => void }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    // Waits a frame, because the dialog gives the focus back to its opener at the same time.
    const frame = requestAnimationFrame(() => box.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <section
      ref={box}
      className={styles.fresh}
      aria-label={t('security.key_fresh', { name: made.label })}
      tabIndex={-1}
    >
      <h3>{t('security.key_fresh', { name: made.label })}</h3>
      <p>{t('security.key_once')}</p>
      <CopyLine text={made.key} label={t('security.key_copy')} />
      <p>{t('security.key_example')}</p>
      <CopyLine text={exampleOf(made)} label={t('security.key_copy_example')} />
      <div>
        <Button kind="primary" onClick={onSaved}>
          {t('security.key_saved')}
        </Button>
      </div>
    </section>
  )
}

const exampleOf = ({ key, scopes }: CreatedApiKey): string => {
  const path = scopes.includes('read') ? '/api/v1/conversations?limit=5' : '/version'
  return `curl -H 'Authorization: Bearer ${key}' '${location.origin}${path}'`
}
