/** Opens the emoji picker by click or key and types the chosen emoji at the caret of a field. */
import { Smile } from 'lucide-react'
import { type RefObject, Suspense, useMemo, useRef, useState } from 'react'
import { t } from '../../catalogue/texts.ts'
import { useCommands } from '../../keyboard/commands.ts'
import { IconButton } from '../../kit/Button.tsx'
import { lazyPart } from '../../kit/lazy-part.ts'

const EmojiPanel = lazyPart(() => import('./EmojiPanel.tsx'))

interface Props {
  field: RefObject<HTMLTextAreaElement | null>
  disabled: boolean
}

export function EmojiButton({ field, disabled }: Props) {
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useCommands(useMemo(() => (disabled ? [] : [openCommand(() => setOpen(true))]), [disabled]))
  return (
    <>
      <IconButton
        ref={opener}
        label={t('emoji.open')}
        disabled={disabled}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <Smile size={20} aria-hidden />
      </IconButton>
      {isOpen && (
        <Suspense>
          <EmojiPanel
            opener={opener}
            onPick={(emoji) => typeInto(field.current, emoji)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

const openCommand = (run: () => void) => ({
  id: 'compose.emoji',
  title: t('emoji.open'),
  group: t('compose.label'),
  keys: ['mod+e'],
  run,
})

/** Inserts the text as if it had been typed, so that undo works and the field fires its events. */
function typeInto(field: HTMLTextAreaElement | null, text: string): void {
  field?.focus()
  document.execCommand('insertText', false, text)
}
