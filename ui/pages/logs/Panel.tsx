/** A button with a panel below it, which a click elsewhere or Escape closes. */
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { useFloating } from '../../kit/floating.ts'
import styles from './LogBar.module.css'

interface Props {
  /** The current choice. */
  label: ReactNode
  name: string
  children: ReactNode
}

export function Panel({ label, name, children }: Props) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLFieldSetElement>(null)
  useFloating({ panel, anchor: () => opener.current?.getBoundingClientRect() })
  return (
    <div>
      <button ref={opener} type="button" className={styles.opener} popoverTarget={id} title={name}>
        <span className="visually-hidden">{name}: </span>
        <bdi>{label}</bdi>
        <ChevronDown size={14} aria-hidden />
      </button>
      <fieldset ref={panel} id={id} popover="auto" className={styles.panel} aria-label={name}>
        {children}
      </fieldset>
    </div>
  )
}
