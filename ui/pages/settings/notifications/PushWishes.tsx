/** Chooses whose messages this browser is notified of while the page is closed, and whether of problems, too. */
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Conversation } from '../../../../src/contract/conversation.ts'
import { asking } from '../../../api/ask.ts'
import { t } from '../../../catalogue/texts.ts'
import { Chips } from '../../../forms/controls/Chips.tsx'
import { Avatar } from '../../../kit/Avatar.tsx'
import { Choice } from '../../../kit/Choice.tsx'
import { Combobox } from '../../../kit/Combobox.tsx'
import { Card } from '../../../kit/PageFrame.tsx'
import { SwitchRow } from '../../../kit/SwitchRow.tsx'
import { keepPushState, usePush } from '../../../notifications/push-state.ts'
import styles from './NotificationsSection.module.css'

export function PushWishes() {
  const { people, alerts, held } = usePush()
  const id = useId()
  return (
    <Card>
      <div role="radiogroup" aria-labelledby={id} className={styles.wishes}>
        <p id={id} className={styles.label}>
          {t('notifications.people')}
        </p>
        <Choice
          type="radio"
          name="push-people"
          label={t('notifications.people_all')}
          hint={t('notifications.people_all_hint')}
          checked={people === null}
          onChange={() => keepPushState({ people: null })}
        />
        <Choice
          type="radio"
          name="push-people"
          label={t('notifications.people_chosen')}
          hint={t('notifications.people_chosen_hint')}
          checked={people !== null}
          onChange={() => keepPushState({ people: people ?? [] })}
        />
        {people !== null && <Chosen people={people} />}
      </div>
      <SwitchRow
        label={t('notifications.alerts')}
        hint={t('notifications.alerts_hint')}
        checked={alerts}
        onChange={(wanted) => keepPushState({ alerts: wanted })}
      />
      <SwitchRow
        label={t('notifications.held')}
        hint={t('notifications.held_hint')}
        checked={held}
        onChange={(wanted) => keepPushState({ held: wanted })}
      />
    </Card>
  )
}

const mostNamed = 200
const mostSuggested = 8

function Chosen({ people }: { people: readonly string[] }) {
  const [text, setText] = useState('')
  const known = useQuery(asking('list_conversations', { limit: mostNamed })).data ?? []
  const nameOf = (handle: string) => known.find((one) => one.handle === handle)?.display_name ?? handle
  const q = text.trim()
  const found = useQuery({ ...asking('list_conversations', { q, limit: mostSuggested }), enabled: q !== '' }).data ?? []
  const choose = ({ handle }: Conversation) => {
    setText('')
    if (!people.includes(handle)) keepPushState({ people: [...people, handle] })
  }
  return (
    <div className={styles.chosen}>
      <Chips
        entries={people.map(nameOf)}
        onRemove={(at) => keepPushState({ people: people.filter((_, index) => index !== at) })}
      />
      <Combobox
        aria-label={t('notifications.people_add')}
        text={text}
        onText={setText}
        placeholder={t('notifications.people_add')}
        listLabel={t('forms.suggestions')}
        suggestions={q === '' ? [] : found}
        keyOf={({ guid }) => guid}
        show={({ display_name: name, handle, participants }) => (
          <>
            <Avatar name={name} seed={handle} url={participants[0]?.avatar_url ?? null} size={28} />
            <bdi>{name}</bdi>
          </>
        )}
        onChoose={choose}
      />
    </div>
  )
}
