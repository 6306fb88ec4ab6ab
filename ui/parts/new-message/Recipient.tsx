/** Chooses the recipient: suggests people of Contacts during typing and accepts any address. */
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useId, useRef, useState } from 'react'
import type { Contact } from '../../../src/contract/contact.ts'
import { asking } from '../../api/ask.ts'
import { t } from '../../catalogue/texts.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { SuggestionList } from '../../kit/SuggestionList.tsx'
import { typedAs } from './address.ts'
import styles from './new-message.module.css'

interface Props {
  chosen: string
  onChoose: (handle: string) => void
}

export function Recipient({ chosen, onChoose }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(chosen)
  const [wanted, setWanted] = useState(0)
  const people = usePeople(text, text !== chosen || chosen === '')
  // Fewer people may come than were there when an arrow was pressed.
  const active = Math.min(wanted, people.length - 1)
  const typed = typedAs(text)
  const problem = typed === 'several' ? t('details.to_one') : null

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && people.length > 0) {
      event.preventDefault()
      setWanted((active + step + people.length) % people.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const handle = people[active]?.handle ?? (typed === 'address' ? text.trim() : undefined)
      if (handle !== undefined) onChoose(handle)
    }
  }

  return (
    <div className={styles.recipient}>
      <label htmlFor={id}>{t('details.to')}</label>
      <input
        ref={field}
        id={id}
        className={styles.to}
        type="text"
        role="combobox"
        dir="auto"
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: a new message begins with its recipient
        autoFocus={chosen === ''}
        value={text}
        placeholder={t('details.to_hint')}
        aria-expanded={people.length > 0}
        aria-controls={people.length > 0 ? `${id}-people` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={people.length > 0 ? `${id}-${active}` : undefined}
        onChange={({ target }) => {
          setText(target.value)
          setWanted(0)
        }}
        onKeyDown={onKeyDown}
      />
      {problem !== null && <p role="alert">{problem}</p>}
      {people.length > 0 && (
        <SuggestionList id={`${id}-people`} label={t('details.people')} field={field}>
          {people.map((person, index) => (
            <Person
              key={`${person.name} ${person.handle}`}
              person={person}
              id={`${id}-${index}`}
              isActive={index === active}
              onChoose={() => onChoose(person.handle)}
            />
          ))}
        </SuggestionList>
      )}
    </div>
  )
}

interface PersonProps {
  person: Contact
  id: string
  isActive: boolean
  onChoose: () => void
}

const Person = ({ person: { name, handle, avatar_url }, id, isActive, onChoose }: PersonProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
  <div id={id} role="option" aria-selected={isActive} className={styles.person} onClick={onChoose}>
    <Avatar name={name} seed={handle} url={avatar_url} size={32} />
    <span>
      <bdi className={styles.name}>{name}</bdi>
      <bdi className={styles.handle}>{handle}</bdi>
    </span>
  </div>
)

const nobody: readonly Contact[] = []

function usePeople(text: string, isAsked: boolean): readonly Contact[] {
  const q = useDeferredValue(text.trim())
  const { data = nobody } = useQuery({
    ...asking('list_contacts', { q, limit: 8 }),
    placeholderData: (before) => before,
    enabled: isAsked,
  })
  return isAsked ? data : nobody
}
