/** The bar below a conversation's header that finds words in it, counts the matches and moves between them. */
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { t } from '../../../catalogue/texts.ts'
import { IconButton } from '../../../kit/Button.tsx'
import styles from './FindBar.module.css'
import { type FindOptions, useFind } from './use-find.ts'

interface Props extends FindOptions {
  /** Changes each time the bar is requested, so that the field takes the focus; 0 when only the address opened it. */
  asked: number
  onClose(): void
}

export default function FindBar({ asked, onClose, ...finding }: Props) {
  const { text, setText, told, error, isComplete, older, newer } = useFind(finding)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (asked === 0) return
    field.current?.focus()
    field.current?.select()
  }, [asked])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const isOlder = event.key === 'ArrowUp' || (event.key === 'Enter' && !event.shiftKey)
    if (event.key === 'Escape') onClose()
    else if (isOlder) older?.()
    else if (event.key === 'Enter' || event.key === 'ArrowDown') newer?.()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <search className={styles.bar} aria-label={t('thread.find')}>
      <Search size={16} aria-hidden />
      <input
        ref={field}
        type="search"
        className={styles.field}
        dir="auto"
        aria-label={t('thread.find')}
        placeholder={t('thread.find')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <span className={styles.told} role={error === null ? undefined : 'alert'}>
        {error === null ? told : error.message}
        {!isComplete && <> · {t('finding.incomplete')}</>}
      </span>
      <IconButton label={t('finding.older')} disabled={older === undefined} onClick={older}>
        <ChevronUp size={18} aria-hidden />
      </IconButton>
      <IconButton label={t('finding.newer')} disabled={newer === undefined} onClick={newer}>
        <ChevronDown size={18} aria-hidden />
      </IconButton>
      <IconButton label={t('finding.close')} onClick={onClose}>
        <X size={18} aria-hidden />
      </IconButton>
    </search>
  )
}
