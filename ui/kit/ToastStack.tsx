/** Shows the notices; F8 focuses them, and none disappears while the pointer or focus is on it. */
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../catalogue/texts.ts'
import { type Toast, useToasts } from '../state/toasts.ts'
import { Button, IconButton } from './Button.tsx'
import styles from './ToastStack.module.css'

const shownMs = 6_000
const longestMs = 60_000

export default function ToastStack() {
  const { toasts, dismiss } = useToasts()
  const region = useRef<HTMLElement>(null)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'F8') region.current?.querySelector('button')?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const hold = { onPointerEnter: () => setHeld(true), onFocus: () => setHeld(true) }
  const release = { onPointerLeave: () => setHeld(false), onBlur: () => setHeld(false) }
  return (
    <section ref={region} className={styles.stack} aria-label={t('kit.notifications')} {...hold} {...release}>
      {toasts.map((toast) => (
        <Notice key={toast.id} toast={toast} held={held} onEnd={() => dismiss(toast.id)} />
      ))}
    </section>
  )
}

function Notice({ toast, held, onEnd }: { toast: Toast; held: boolean; onEnd: () => void }) {
  const { text, kind, action, other, lastsMs } = toast
  const stays = held || ((action !== undefined || kind === 'problem') && lastsMs === undefined)
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(onEnd, Math.min(lastsMs ?? shownMs, longestMs))
    return () => clearTimeout(timer)
  }, [stays, onEnd, lastsMs])
  return (
    <div className={styles.toast} data-kind={kind} role={kind === 'problem' ? 'alert' : 'status'}>
      <p dir="auto">{text}</p>
      {[other, action].map(
        (offered) =>
          offered !== undefined && (
            <Button
              key={offered.label}
              kind="quiet"
              size="small"
              onClick={() => {
                offered.run()
                onEnd()
              }}
            >
              {offered.label}
            </Button>
          ),
      )}
      <IconButton label={t('kit.close')} onClick={onEnd}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  )
}
