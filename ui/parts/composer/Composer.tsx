/**
 * The form that writes and sends: a text field, its attachments and the send button, for a conversation or a new
 * recipient.
 */
import { ArrowUp, Paperclip } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { longestText } from '../../../src/contract/limits.ts'
import { t } from '../../catalogue/texts.ts'
import { useCommandTable } from '../../keyboard/commands.ts'
import { IconButton } from '../../kit/Button.tsx'
import { PluginSlot } from '../../slots/PluginSlot.tsx'
import { usePreferences } from '../../state/preferences.ts'
import { EmojiButton } from '../emoji/EmojiButton.tsx'
import { useOnline } from '../outbox/use-pending.ts'
import styles from './composer.module.css'
import { inserted } from './inserted.ts'
import { leadsUp, sends } from './keys.ts'
import { Tray } from './Tray.tsx'
import { useFiles } from './use-files.ts'
import { useWhyNot } from './use-sending.ts'
import { type Addressee, useSubmit } from './use-submit.ts'
import { useText } from './use-text.ts'

export function Composer({ to, service }: { to: Addressee; service: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, write } = useText(to.guid, field)
  const files = useFiles(to.guid)
  const { entersSend } = usePreferences()
  const insert = useInsert(field, write)
  const isOnline = useOnline()
  const whyNot = useWhyNot()
  const { canSend, send } = useSubmit({ to, text, attached: files.attached, whyNot, onSent: () => write('') })

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const pressed = event.nativeEvent
    if (sends(pressed, entersSend)) {
      event.preventDefault()
      send()
    } else if (leadsUp(pressed, text)) showLastOwn()
  }

  return (
    <form
      className={styles.composer}
      aria-label={t('compose.label')}
      onSubmit={(event) => {
        event.preventDefault()
        send()
        field.current?.focus()
      }}
    >
      {whyNot === null && <DropTarget onFiles={files.add} />}
      {to.handle === undefined && <PluginSlot slot="compose.extension" props={{ guid: to.guid, insert }} />}
      <Tray attached={files.attached} onRemove={files.remove} />
      <div className={styles.row}>
        <IconButton label={t('compose.attach')} disabled={whyNot !== null} onClick={files.choose}>
          <Paperclip size={20} aria-hidden />
        </IconButton>
        <textarea
          ref={field}
          className={styles.field}
          dir="auto"
          rows={1}
          value={text}
          disabled={whyNot !== null}
          placeholder={t('compose.placeholder', { service })}
          aria-label={t('compose.text')}
          aria-describedby="compose-notice"
          aria-invalid={text.length > longestText || undefined}
          onChange={({ target }) => write(target.value)}
          onKeyDown={onKeyDown}
          onPaste={files.paste}
        />
        <EmojiButton field={field} disabled={whyNot !== null} />
        <button type="submit" className={styles.send} disabled={!canSend} aria-label={t('compose.send')}>
          <ArrowUp size={18} strokeWidth={2.5} aria-hidden />
        </button>
      </div>
      <p id="compose-notice" className={styles.notice}>
        {whyNot ?? noticeOf(text, { isOnline })}
      </p>
    </form>
  )
}

/** The thread registers the command that finds and focuses that message. */
const showLastOwn = (): void =>
  useCommandTable
    .getState()
    .commands.findLast(({ id }) => id === 'thread.last_own')
    ?.run()

const countShownFrom = longestText - 1_000

function noticeOf(text: string, { isOnline }: { isOnline: boolean }): string | null {
  if (text.length > longestText) return t('compose.too_long', { count: text.length - longestText })
  if (text.length > countShownFrom) return t('compose.left', { count: longestText - text.length })
  return isOnline ? null : t('compose.offline')
}

/** Inserts text at the caret of the field and focuses the field. */
function useInsert(field: RefObject<HTMLTextAreaElement | null>, write: (text: string) => void) {
  const latest = useRef(write)
  latest.current = write
  return useCallback(
    (added: string) => {
      const { current: element } = field
      if (element === null || element.disabled) return
      const { value, selectionStart, selectionEnd } = element
      const { text, caret } = inserted({ text: value, start: selectionStart, end: selectionEnd }, added)
      // Rendering synchronously lets what is typed next continue from here.
      flushSync(() => latest.current(text))
      element.focus()
      element.setSelectionRange(caret, caret)
    },
    [field],
  )
}

/** Accepts files that are dropped anywhere on the page, and shows a notice while files are dragged over it. */
function DropTarget({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const isOver = useDrop(onFiles)
  return isOver ? (
    <div className={styles.drop} role="status">
      <p>{t('compose.drop')}</p>
    </div>
  ) : null
}

function useDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    // The browser fires a `dragleave` for each `dragenter` between elements; only when the drag leaves the window is
    // `relatedTarget` null.
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      onFiles([...(event.dataTransfer?.files ?? [])])
    }
    const ending = new AbortController()
    const options = { signal: ending.signal }
    document.addEventListener('dragover', over, options)
    document.addEventListener('dragleave', leave, options)
    document.addEventListener('drop', drop, options)
    return () => ending.abort()
  }, [onFiles])
  return isOver
}
