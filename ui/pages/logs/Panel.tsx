/** A button with a panel below it, which a click elsewhere or Escape closes. */
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import styles from './LogBar.module.css'

interface Props {
  /** What is chosen. */
  label: ReactNode
  name: string
  children: ReactNode
}

export function Panel({ label, name, children }: Props) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <div>
      <button ref={opener} type="button" className={styles.opener} popoverTarget={id} title={name}>
        <span className="visually-hidden">{name}: </span>
        <bdi>{label}</bdi>
        <ChevronDown size={14} aria-hidden />
      </button>
      <fieldset
        id={id}
        popover="auto"
        className={styles.panel}
        aria-label={name}
        onBeforeToggle={({ currentTarget }) => standBelow(currentTarget, opener.current)}
      >
        {children}
      </fieldset>
    </div>
  )
}

const gap = 6
const widest = 280

function standBelow(panel: HTMLElement, opener: HTMLElement | null): void {
  if (opener === null) return
  const { left, right, bottom } = opener.getBoundingClientRect()
  const start = getComputedStyle(opener).direction === 'rtl' ? innerWidth - right : left
  panel.style.insetInlineStart = `${Math.max(gap, Math.min(start, innerWidth - widest - gap))}px`
  panel.style.insetBlockStart = `${bottom + gap}px`
}
