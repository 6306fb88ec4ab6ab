/** The picker of emoji: beside what opened it, or from below where the window is narrow. */
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

/** What is pressed here is meant for nothing behind it; arrows and Enter the picker hears at the document. */
function keepKeys(event: KeyboardEvent): void {
  const { key, altKey, ctrlKey, metaKey } = event
  const isForPicker = (key.startsWith('Arrow') || key === 'Enter') && !altKey && !ctrlKey && !metaKey
  if (!isForPicker) event.stopPropagation()
}

/** Escape and a press elsewhere close it; who had the focus gets it back. */
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
