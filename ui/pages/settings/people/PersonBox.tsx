/** Finds a person in Contacts by name, number or e-mail address, and accepts any typed address. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { AtSign } from 'lucide-react'
import { useState } from 'react'
import type { Contact } from '../../../../src/contract/contact.ts'
import { asking } from '../../../api/ask.ts'
import { t } from '../../../catalogue/texts.ts'
import { Avatar } from '../../../kit/Avatar.tsx'
import { Combobox } from '../../../kit/Combobox.tsx'
import { addressIn } from '../../../parts/grant/address.ts'
import styles from './People.module.css'

interface Props {
  onChoose: (handle: string) => void
  label: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

const most = 8

export function PersonBox({ onChoose, label, ...input }: Props) {
  const [text, setText] = useState('')
  const people = useQuery({
    ...asking('list_contacts', { q: text.trim(), limit: most }),
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
  })
  const typed = addressIn(text)
  const found = text.trim() === '' ? [] : (people.data ?? [])
  const isKnown = found.some(({ handle }) => handle === typed)
  const suggestions: Contact[] =
    typed === undefined || isKnown ? found : [...found, { handle: typed, name: '', avatar_url: null }]
  const choose = (handle: string) => {
    setText('')
    onChoose(handle)
  }
  return (
    <Combobox
      {...input}
      aria-label={label}
      text={text}
      onText={setText}
      placeholder={t('forms.contact_placeholder')}
      listLabel={t('forms.suggestions')}
      suggestions={suggestions}
      keyOf={({ handle, name }) => `${handle} ${name}`}
      show={(contact) => <Person contact={contact} />}
      onChoose={({ handle }) => choose(handle)}
      onEnter={() => typed !== undefined && choose(typed)}
    />
  )
}

const Person = ({ contact: { name, handle, avatar_url: url } }: { contact: Contact }) =>
  name === '' ? (
    <>
      <AtSign size={18} aria-hidden />
      <span>{t('forms.use_address', { address: handle })}</span>
    </>
  ) : (
    <>
      <Avatar name={name} seed={handle} url={url} size={28} />
      <span className={styles.person}>
        <bdi>{name}</bdi>
        <small>
          <bdi>{handle}</bdi>
        </small>
      </span>
    </>
  )
