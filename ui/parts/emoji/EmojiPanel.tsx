/** The popover of the emoji picker: beside its opener, or a sheet at the bottom of a narrow window. */
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { t } from '../../catalogue/texts.ts'
import { useFloating } from '../../kit/floating.ts'
import { useIsNarrow } from '../../kit/use-is-narrow.ts'
import { rememberEmoji } from '../../state/recent-emoji.ts'
import styles from './emoji.module.css'
import { Picker } from './Picker.tsx'

interface Props {
  opener: RefObject<HTMLElement | null>
  onPick(emoji: string): void
  onClose(): void
}

export default function EmojiPanel({ opener, onPick, onClose }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  const isNarrow = useIsNarrow()
  useLayoutEffect(() => panel.current?.showPopover(), [])
  useFloating({ panel, anchor: () => (isNarrow ? undefined : opener.current?.getBoundingClientRect()), side: 'above' })
  useClosing(panel, onClose)
  const pick = (emoji: string) => {
    rememberEmoji(emoji)
    panel.current?.hidePopover()
    onPick(emoji)
  }
  return (
    <div
      ref={panel}
      popover="auto"
      role="dialog"
      aria-label={t('emoji.title')}
      className={styles.panel}
      data-sheet={isNarrow || undefined}
      onKeyDown={keepKeys}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover()
      }}
    >
      <Picker columns={isNarrow ? Math.floor((innerWidth - 24) / 44) : 8} onPick={pick} />
    </div>
  )
}

/**
 * Keeps key presses from reaching the page behind; only arrows and Enter pass, because the picker listens for them on
 * the document.
 */
function keepKeys(event: KeyboardEvent): void {
  const { key, altKey, ctrlKey, metaKey } = event
  const isForPicker = (key.startsWith('Arrow') || key === 'Enter') && !altKey && !ctrlKey && !metaKey
  if (!isForPicker) event.stopPropagation()
}

/**
 * Reports when the popover closes. Escape and a click outside close it, and the browser gives the focus back to the
 * element that had it.
 */
function useClosing(panel: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const element = panel.current
    const onToggle = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') close.current()
    }
    element?.addEventListener('toggle', onToggle)
    return () => element?.removeEventListener('toggle', onToggle)
  }, [panel])
}
