/**
 * A menu at the pointer or below a button: on top of everything, operated by arrow keys, closed by Escape or a click
 * elsewhere.
 */
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Box } from './box.ts'
import { useFloating } from './floating.ts'
import styles from './Menu.module.css'

export interface MenuItem {
  label: string
  icon?: ReactNode
  /** Another way to run the item, such as its keys. */
  hint?: ReactNode
  kind?: 'plain' | 'destructive'
  run: () => void
}

interface Props {
  label: string
  items: readonly MenuItem[]
  /** The button or the point under the pointer, beside which the menu opens. */
  at: Box
  onClose: () => void
  /** Rendered above the items; its choices must also have a menu item role. */
  children?: ReactNode
  /** Actions of further keys. */
  keys?: Readonly<Record<string, () => void>>
}

export function Menu({ label, items, at, onClose, children, keys = {} }: Props) {
  const menu = useRef<HTMLDivElement>(null)
  useOpenPopover(menu, onClose)
  useFloating({ panel: menu, anchor: () => at })
  const choose = (item: MenuItem) => {
    onClose()
    item.run()
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    // Key presses belong to the menu and to nothing behind it.
    event.stopPropagation()
    if (event.key !== 'Escape' && event.key !== 'Tab' && !(event.key in keys)) return moveFocus(event, menu.current)
    event.preventDefault()
    onClose()
    keys[event.key]?.()
  }
  return (
    <div
      ref={menu}
      className={styles.menu}
      popover="manual"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      {children}
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={styles.item}
          data-kind={item.kind}
          onClick={() => choose(item)}
        >
          {item.icon}
          {item.label}
          {item.hint}
        </button>
      ))}
    </div>
  )
}

function moveFocus(event: React.KeyboardEvent, menu: HTMLElement | null): void {
  const items = [...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
  const here = items.findIndex((item) => item.matches(':focus'))
  const next = (here + 1) % items.length
  const previous = (Math.max(here, 0) + items.length - 1) % items.length
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: next,
    ArrowRight: next,
    ArrowUp: previous,
    ArrowLeft: previous,
    Home: 0,
    End: items.length - 1,
  }
  const to = steps[event.key]
  if (to === undefined) return
  event.preventDefault()
  items[to]?.focus()
}

const departures = ['pointerdown', 'wheel'] as const

/**
 * Opens with the first render; at the end, the focus returns to the element that had it unless another has taken it.
 */
function useOpenPopover(menu: React.RefObject<HTMLDivElement | null>, onClose: () => void): void {
  const close = useRef(onClose)
  close.current = onClose
  useLayoutEffect(() => {
    const opener = document.activeElement
    const element = menu.current
    if (element === null) return
    // A popover with light dismiss would close as soon as the button that opened it is released.
    const leave = ({ target }: Event) => !(target instanceof Node && element.contains(target)) && close.current()
    element.showPopover()
    element.querySelector<HTMLElement>('[role^="menuitem"]')?.focus({ preventScroll: true })
    for (const name of departures) addEventListener(name, leave, { capture: true, passive: true })
    return () => {
      const hadFocus = element.contains(document.activeElement) || document.activeElement === document.body
      for (const name of departures) removeEventListener(name, leave, { capture: true })
      if (element.matches(':popover-open')) element.hidePopover()
      if (hadFocus && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [menu])
}
