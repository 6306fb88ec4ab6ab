/**
 * The form that writes and sends: a text field, its attachments and the send button, for a conversation or a new
 * recipient.
 */
import { ArrowUp, Paperclip } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { longestText } from '../../../src/contract/longest-text.ts'
import { t } from '../../catalogue/texts.ts'
import { useCommandTable } from '../../keyboard/commands.ts'
import { IconButton } from '../../kit/Button.tsx'
import { PluginSlot } from '../../slots/PluginSlot.tsx'
import { usePreferences } from '../../state/preferences.ts'
import { EmojiButton } from '../emoji/EmojiButton.tsx'
import { useOnline } from '../outbox/around.ts'
import styles from './composer.module.css'
import { DropTarget } from './DropTarget.tsx'
import { leadsUp, sends } from './keys.ts'
import { Tray } from './Tray.tsx'
import { useFiles } from './use-files.ts'
import { useInsert } from './use-insert.ts'
import { type Addressee, useOrder } from './use-order.ts'
import { useWhyNot } from './use-sending.ts'
import { useText } from './use-text.ts'

export function WritingDesk({ to, service }: { to: Addressee; service: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, write } = useText(to.guid, field)
  const files = useFiles(to.guid)
  const { entersSend } = usePreferences()
  const insert = useInsert(field, write)
  const isOnline = useOnline()
  const whyNot = useWhyNot()
  const { canSend, send } = useOrder({ to, text, attached: files.attached, whyNot, onSent: () => write('') })

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

const saidFrom = longestText - 1_000

function noticeOf(text: string, { isOnline }: { isOnline: boolean }): string | null {
  if (text.length > longestText) return t('compose.too_long', { count: text.length - longestText })
  if (text.length > saidFrom) return t('compose.left', { count: longestText - text.length })
  return isOnline ? null : t('compose.offline')
}
