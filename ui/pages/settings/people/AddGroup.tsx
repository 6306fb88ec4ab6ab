/** Finds a group among the conversations by its name or a member. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { asking } from '../../../api/ask.ts'
import { t } from '../../../catalogue/texts.ts'
import { Avatar } from '../../../kit/Avatar.tsx'
import { Combobox } from '../../../kit/Combobox.tsx'

interface Props {
  /** GUIDs of the groups that are already listed. */
  listed: readonly string[]
  onChoose: (group: { handle: string; display_name: string }) => void
}

const mostGroups = 100
const most = 8

export function AddGroup({ listed, onChoose }: Props) {
  const [text, setText] = useState('')
  const q = text.trim()
  const { data = [] } = useQuery({
    ...asking('list_conversations', { limit: mostGroups, ...(q !== '' && { q }) }),
    placeholderData: keepPreviousData,
  })
  const groups = data.filter(({ is_group: isGroup, guid }) => isGroup && !listed.includes(guid))
  return (
    <Combobox
      aria-label={t('people.add_group')}
      placeholder={t('people.add_group')}
      text={text}
      onText={setText}
      listLabel={t('people.groups')}
      suggestions={groups.slice(0, most)}
      keyOf={({ guid }) => guid}
      show={({ guid, display_name: name }) => (
        <>
          <Avatar name={name} seed={guid} isGroup size={28} />
          <bdi>{name}</bdi>
        </>
      )}
      onChoose={({ guid: handle, display_name }) => {
        setText('')
        onChoose({ handle, display_name })
      }}
    />
  )
}
