/** The index of the settings: the list of sections, and a search over all settings. */
import { LogOut } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { t } from '../../catalogue/texts.ts'
import { leadTo } from '../../forms/field-in-address.ts'
import { inputClass } from '../../kit/Field.tsx'
import { useIsNarrow } from '../../kit/use-is-narrow.ts'
import { useSignOut } from '../../live/use-sign-out.ts'
import { paths } from '../../routes.ts'
import { type FoundSetting, findSettings } from './find-settings.ts'
import styles from './SettingsPage.module.css'
import { sections } from './sections.ts'

export function SettingsIndex({ current }: { current: string | undefined }) {
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const room = useRef<HTMLElement>(null)
  const isSearching = text.trim() !== ''
  const found = isSearching ? findSettings(text, sections) : []
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const links = [...(room.current?.querySelectorAll('a') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLAnchorElement)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const [first] = found
    if (step !== undefined && at + step >= 0) links[at + step]?.focus()
    else if (step === -1) room.current?.querySelector('input')?.focus()
    else if (event.key === 'Enter' && at < 0 && first !== undefined) open(first)
    else return
    event.preventDefault()
  }
  const open = ({ href }: FoundSetting) => {
    navigate(href)
    // The address may already name this field, and would not change then.
    const [, field] = href.split('#')
    if (field !== undefined) leadTo(decodeURIComponent(field))
  }
  return (
    <search ref={room} onKeyDown={onKeyDown}>
      <input
        type="search"
        className={inputClass}
        aria-label={t('settings.find')}
        placeholder={t('shell.search')}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return
          event.stopPropagation()
          setText('')
        }}
      />
      {isSearching ? <Results found={found} onOpen={open} /> : <Sections current={current} />}
    </search>
  )
}

const Sections = ({ current }: { current: string | undefined }) => (
  <nav aria-label={t('shell.settings')}>
    <ul>
      {sections.map(({ name, title, icon: Icon }) => (
        <li key={name}>
          <Link
            href={paths.settings(name)}
            className={styles.place}
            aria-current={name === current ? 'page' : undefined}
          >
            {Icon && <Icon size={17} aria-hidden />}
            {t(title)}
          </Link>
        </li>
      ))}
      <SignOut />
    </ul>
  </nav>
)

/** Wider windows have it in the rail. */
function SignOut() {
  const end = useSignOut()
  const isNarrow = useIsNarrow()
  if (end === undefined || !isNarrow) return null
  return (
    <li>
      <button type="button" className={styles.place} onClick={end}>
        <LogOut size={17} aria-hidden />
        {t('shell.sign_out')}
      </button>
    </li>
  )
}

const Results = ({ found, onOpen }: { found: readonly FoundSetting[]; onOpen: (setting: FoundSetting) => void }) => (
  <>
    <p role="status" className={found.length === 0 ? styles.none : 'visually-hidden'}>
      {found.length === 0 ? t('settings.found_none') : t('settings.found', { count: found.length })}
    </p>
    <ul>
      {found.map((setting) => (
        <li key={`${setting.href} ${setting.title}`}>
          <Link
            href={setting.href}
            className={styles.result}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              onOpen(setting)
            }}
          >
            {setting.title}
            {setting.where !== '' && <small>{setting.where}</small>}
          </Link>
        </li>
      ))}
    </ul>
  </>
)
