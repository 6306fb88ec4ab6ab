/**
 * The form that writes and sends: a text field, its attachments and the send button, for a conversation or a new
 * recipient.
 */
import { ArrowUp, Paperclip } from 'lucide-react'
import { type KeyboardEvent, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ErrorBoundary } from 'react-error-boundary'
import { longestText } from '../../../src/contract/limits.ts'
import { withPageTexts } from '../../catalogue/page-texts.ts'
import { t } from '../../catalogue/texts.ts'
import { gatherDraft } from '../../drafts/drafts.ts'
import { useCommandTable } from '../../keyboard/commands.ts'
import { IconButton } from '../../kit/Button.tsx'
import type { Box } from '../../kit/box.ts'
import { lazyPart } from '../../kit/lazy-part.ts'
import { useLongPress } from '../../kit/use-long-press.ts'
import { useSettled } from '../../kit/use-settled.ts'
import { PluginSlot } from '../../slots/PluginSlot.tsx'
import { usePreferences } from '../../state/preferences.ts'
import { EmojiButton } from '../emoji/EmojiButton.tsx'
import { useOnline } from '../outbox/use-pending.ts'
import styles from './composer.module.css'
import { inserted } from './inserted.ts'
import { leadsUp, sends } from './keys.ts'
import { useFiles } from './use-files.ts'
import { useWhyNot } from './use-sending.ts'
import { type Addressee, useSubmit } from './use-submit.ts'
import { useText } from './use-text.ts'

const DropTarget = lazyPart(() => import('./DropTarget.tsx'))
const Tray = lazyPart(() => import('./Tray.tsx'))
const SendLater = lazyPart(() => withPageTexts(import('../scheduled/SendLater.tsx')))
const AddressChoice = lazyPart(() => withPageTexts(import('./AddressChoice.tsx')))

interface Props {
  to: Addressee
  service: string
  /** The addresses of a person, the one used last first. */
  addresses?: readonly string[]
}

const noAddresses: readonly string[] = []

export function Composer({ to, service, addresses = noAddresses }: Props) {
  const [chosen, choose] = useState<string>()
  const handle = addresses.length > 1 ? (chosen ?? addresses[0]) : to.handle
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, write } = useText(to.guid, field)
  const files = useFiles(to.guid)
  useEffect(() => void gatherDraft({ guid: to.guid, addresses }), [to.guid, addresses])
  const { entersSend } = usePreferences()
  const insert = useInsert(field, write)
  const isOnline = useOnline()
  const whyNot = useWhyNot()
  const { canSend, send } = useSubmit({
    to: { ...to, ...(handle && { handle }) },
    text,
    attached: files.attached,
    whyNot,
    onSent: () => write(''),
  })

  const [laterAt, openLater] = useState<Box>()
  const press = useLongPress(openLater)
  const isSettled = useSettled()

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
      <Suspense>{whyNot === null && <DropTarget onFiles={files.add} />}</Suspense>
      {to.handle === undefined && <PluginSlot slot="compose.extension" props={{ guid: to.guid, insert }} />}
      {addresses.length > 1 && (
        <Suspense>
          <AddressChoice addresses={addresses} chosen={handle} choose={choose} />
        </Suspense>
      )}
      <Suspense>{files.attached.length > 0 && <Tray attached={files.attached} onRemove={files.remove} />}</Suspense>
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
        {whyNot === null && (
          <div className={styles.later}>
            <ErrorBoundary fallback={null}>
              <Suspense>
                {isSettled && <SendLater at={laterAt} onOpen={openLater} disabled={!canSend} onChoose={send} />}
              </Suspense>
            </ErrorBoundary>
          </div>
        )}
        <button {...press} type="submit" className={styles.send} disabled={!canSend} aria-label={t('compose.send')}>
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
