/** The bar that filters deliveries by state, plugin, person or group, and time. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { memo, useState } from 'react'
import type { Conversation } from '../../../../src/contract/conversation.ts'
import { asking } from '../../../api/ask.ts'
import { askingPlugins } from '../../../api/plugins.ts'
import { t } from '../../../catalogue/texts.ts'
import { Avatar } from '../../../kit/Avatar.tsx'
import { Combobox } from '../../../kit/Combobox.tsx'
import { Segments } from '../../../kit/Segments.tsx'
import { useIsNarrow } from '../../../kit/use-is-narrow.ts'
import { TimeChoice } from '../../../parts/time-range/TimeChoice.tsx'
import styles from './Deliveries.module.css'
import { type DeliveryFilter, states } from './filter.ts'

interface Props {
  filter: DeliveryFilter
  onChange(changes: Partial<DeliveryFilter>): void
}

/** Rows that are loaded while somebody scrolls do not render it again. */
export const DeliveryBar = memo(({ filter, onChange }: Props) => (
  <div className={styles.bar}>
    <States filter={filter} onChange={onChange} />
    <div className={styles.fields}>
      <Plugins filter={filter} onChange={onChange} />
      <People filter={filter} onChange={onChange} />
      <TimeChoice range={filter} onChange={onChange} />
    </div>
  </div>
))

const all = 'all'
const choices = [all, ...states] as const

function States({ filter, onChange }: Props) {
  const state: (typeof choices)[number] = filter.state ?? all
  const isNarrow = useIsNarrow()
  const choose = (choice: (typeof choices)[number]) => onChange({ state: choice === all ? undefined : choice })
  const wordsOf = (choice: (typeof choices)[number]) =>
    choice === all ? t('deliveries.any_state') : t(`deliveries.state_${choice}`)
  if (!isNarrow)
    return (
      <Segments
        label={t('deliveries.state')}
        values={choices}
        isOn={(choice) => choice === state}
        onPress={choose}
        show={wordsOf}
      />
    )
  return (
    <select
      className={styles.select}
      aria-label={t('deliveries.state')}
      value={state}
      onChange={({ target }) => choose(target.value as (typeof choices)[number])}
    >
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice === all ? `${t('deliveries.state')}: ${wordsOf(choice)}` : wordsOf(choice)}
        </option>
      ))}
    </select>
  )
}

function Plugins({ filter: { plugin = '' }, onChange }: Props) {
  const { data = [] } = useQuery(askingPlugins())
  const names = data.map(({ name, display_name }) => ({ name, shown: display_name }))
  const isKnown = plugin === '' || names.some(({ name }) => name === plugin)
  return (
    <select
      className={styles.select}
      aria-label={t('deliveries.plugin')}
      value={plugin}
      onChange={({ target }) => onChange({ plugin: target.value === '' ? undefined : target.value })}
    >
      <option value="">{t('deliveries.any_plugin')}</option>
      {(isKnown ? names : [...names, { name: plugin, shown: plugin }]).map(({ name, shown }) => (
        <option key={name} value={name}>
          {shown}
        </option>
      ))}
    </select>
  )
}

const most = 8

function People({ filter: { conversation }, onChange }: Props) {
  const [text, setText] = useState('')
  const q = text.trim()
  const { data = [] } = useQuery({
    ...asking('list_conversations', { limit: most, q }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const choose = (guid: string | undefined) => {
    setText('')
    onChange({ conversation: guid })
  }
  if (conversation !== undefined) return <Chosen guid={conversation} onClear={() => choose(undefined)} />
  return (
    <div className={styles.people}>
      <Combobox
        aria-label={t('deliveries.person')}
        placeholder={t('deliveries.any_person')}
        text={text}
        onText={setText}
        listLabel={t('deliveries.person')}
        suggestions={q === '' ? [] : data}
        keyOf={({ guid }) => guid}
        show={(one) => <Person conversation={one} />}
        onChoose={({ guid }) => choose(guid)}
      />
    </div>
  )
}

const Person = ({ conversation: { display_name: name, handle, is_group } }: { conversation: Conversation }) => (
  <>
    <Avatar name={name} seed={handle} isGroup={is_group} size={28} />
    <bdi>{name}</bdi>
  </>
)

function Chosen({ guid, onClear }: { guid: string; onClear(): void }) {
  const { data } = useQuery(asking('get_conversation', { guid }))
  const name = data?.display_name ?? guid
  return (
    <button type="button" className={styles.chosen} onClick={onClear}>
      <span className="visually-hidden">{t('deliveries.person')}: </span>
      <bdi>{name}</bdi>
      <X size={14} aria-label={t('deliveries.clear')} />
    </button>
  )
}
