/** A menu beside what it belongs to: arrows go through it, Escape and a press elsewhere close it. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Message } from '../../../src/contract/message.ts'
import { t } from '../../catalogue/texts.ts'
import { classic } from '../thread/bubble/reaction-words.ts'
import { type Action, hasOwn } from './action.ts'
import styles from './MessageMenu.module.css'

interface Props {
  actions: readonly Action[]
  message: Message
  react: ((emoji: string) => void) | undefined
  opener: RefObject<HTMLElement | null>
  onClose(): void
}

const gap = 4
const edge = 8

export function ActionList({ actions, message, react, opener, onClose }: Props) {
  const menu = useRef<HTMLDivElement>(null)
  usePlace(menu, opener)
  useEffect(() => {
    const element = menu.current
    const onToggle = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') onClose()
    }
    element?.addEventListener('toggle', onToggle)
    return () => element?.removeEventListener('toggle', onToggle)
  }, [onClose])
  const choose = (run: () => void, closes = true) => {
    run()
    opener.current?.focus()
    if (closes) onClose()
  }
  const move = (event: React.KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll('button') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLButtonElement)
    const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: -1 }[
      event.key
    ]
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    items.at(to % items.length)?.focus()
  }
  return (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={t('thread.actions')}
      className={styles.menu}
      onKeyDown={move}
    >
      {react !== undefined && (
        // biome-ignore lint/a11y/useSemanticElements: a part of a menu is no set of fields
        <div role="group" className={styles.reactions} aria-label={t('thread.reactions_title')}>
          {classic.map(({ emoji, verb }) => (
            <button
              key={emoji}
              type="button"
              role="menuitemcheckbox"
              aria-checked={hasOwn(message, emoji)}
              aria-label={t(verb)}
              onClick={() => choose(() => react(emoji))}
            >
              {emoji}
            </button>
          ))}
        </div>
      )}
      {actions.map(({ label, run, leadsOn }) => (
        <button key={label} type="button" role="menuitem" onClick={() => choose(run, leadsOn !== true)}>
          {label}
        </button>
      ))}
    </div>
  )
}

/** Below its opener, or above it where there is no room. */
function usePlace(menu: RefObject<HTMLDivElement | null>, opener: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = menu.current
    const around = opener.current?.getBoundingClientRect()
    if (element === null || around === undefined) return
    element.showPopover()
    const { width, height } = element.getBoundingClientRect()
    const fitsBelow = around.bottom + gap + height < innerHeight - edge
    element.style.top = `${fitsBelow ? around.bottom + gap : Math.max(edge, around.top - gap - height)}px`
    element.style.left = `${Math.min(Math.max(edge, around.left), innerWidth - width - edge)}px`
    element.querySelector('button')?.focus()
  }, [menu, opener])
}
