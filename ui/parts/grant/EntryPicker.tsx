/** People and groups that a grant lists: found by name among contacts and conversations, or typed as an address. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { AtSign, X } from 'lucide-react'
import { useState } from 'react'
import { asking } from '../../api/ask.ts'
import { t } from '../../catalogue/texts.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { Combobox } from '../../kit/Combobox.tsx'
import { useKeptFocus } from '../../kit/use-kept-focus.ts'
import { addressIn } from './address.ts'
import styles from './grant.module.css'
import type { Listed } from './key-draft.ts'

interface Props {
  label: string
  entries: readonly string[]
  nameOf: (entry: string) => string
  onAdd: (listed: Listed) => void
  onRemove: (entry: string) => void
}

export function EntryPicker({ label, entries, nameOf, onAdd, onRemove }: Props) {
  const { ref, leaving } = useKeptFocus(entries.length)
  return (
    <div className={styles.picker}>
      <div ref={ref} tabIndex={-1} className={styles.chipBox} hidden={entries.length === 0}>
        <ul className={styles.chips} aria-label={label}>
          {entries.map((entry, index) => (
            <li key={entry} className={styles.chip}>
              <bdi title={entry.startsWith('group:') ? undefined : entry}>{nameOf(entry)}</bdi>
              <button
                type="button"
                aria-label={t('people.remove', { name: nameOf(entry) })}
                onClick={() => {
                  leaving(index)
                  onRemove(entry)
                }}
              >
                <X size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      </div>
      <EntryBox label={label} entries={entries} onAdd={onAdd} />
    </div>
  )
}

const mostPeople = 6
const mostGroups = 4
/** Among so many conversations groups are looked for. */
const mostConversations = 100

interface Suggestion extends Listed {
  /** The address of a person; undefined for a group. */
  handle?: string
  avatar: string | null
}

function EntryBox({ label, entries, onAdd }: Pick<Props, 'label' | 'entries' | 'onAdd'>) {
  const [text, setText] = useState('')
  const suggestions = useSuggestions(text.trim()).filter(({ entry }) => !entries.includes(entry))
  const typed = addressIn(text)
  const add = (listed: Listed) => {
    setText('')
    onAdd(listed)
  }
  return (
    <Combobox
      aria-label={label}
      text={text}
      onText={setText}
      placeholder={t('grant.find')}
      listLabel={t('forms.suggestions')}
      suggestions={suggestions}
      keyOf={({ entry, name }) => `${entry} ${name}`}
      show={(suggestion) => <Shown suggestion={suggestion} />}
      onChoose={add}
      onEnter={() => typed !== undefined && add({ entry: typed, name: typed })}
    />
  )
}

/** People first; what was typed is offered where it is an address that nobody has. */
function useSuggestions(q: string): readonly Suggestion[] {
  const { data: contacts = [] } = useQuery({
    ...asking('list_contacts', { q, limit: mostPeople }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const { data: conversations = [] } = useQuery({
    ...asking('list_conversations', { limit: mostConversations, ...(q !== '' && { q }) }),
    placeholderData: keepPreviousData,
  })
  const groups = conversations
    .filter((one) => one.is_group)
    .slice(0, mostGroups)
    .map(({ guid, display_name: name }) => ({ entry: `group:${guid}`, name, avatar: null }))
  const latest = conversations.filter((one) => !one.is_group).slice(0, mostPeople)
  const people =
    q === ''
      ? latest.map(({ handle, display_name: name, participants }) => ({
          entry: handle,
          handle,
          name,
          avatar: participants[0]?.avatar_url ?? null,
        }))
      : contacts.map(({ handle, name, avatar_url: avatar }) => ({ entry: handle, handle, name, avatar }))
  const typed = addressIn(q)
  const isNew = typed !== undefined && !people.some(({ handle }) => handle === typed)
  return [...people, ...groups, ...(isNew ? [{ entry: typed, handle: typed, name: typed, avatar: null }] : [])]
}

const Shown = ({ suggestion: { entry, handle, name, avatar } }: { suggestion: Suggestion }) =>
  handle === name ? (
    <>
      <AtSign size={18} aria-hidden />
      <span>{t('forms.use_address', { address: handle })}</span>
    </>
  ) : (
    <>
      <Avatar name={name} seed={handle ?? entry} url={avatar} isGroup={handle === undefined} size={28} />
      <span className={styles.found}>
        <bdi>{name}</bdi>
        <small>
          <bdi>{handle ?? t('grant.is_group')}</bdi>
        </small>
      </span>
    </>
  )
