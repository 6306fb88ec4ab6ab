/** Lists the user's own numbers and addresses: those of Messages, and others that are added here. */
import { useQuery } from '@tanstack/react-query'
import { asking } from '../../../api/ask.ts'
import { t } from '../../../catalogue/texts.ts'
import { Chips } from '../../../forms/controls/Chips.tsx'
import { PersonBox } from '../../../forms/PersonBox.tsx'
import styles from './People.module.css'

interface Props {
  own: readonly string[]
  onChange: (own: readonly string[]) => void
}

export function OwnHandles({ own, onChange }: Props) {
  const { data } = useQuery(asking('setup_checks'))
  const detected = data?.self_handles ?? []
  return (
    <div id="self_handles" className={`${styles.sheet} ${styles.own}`}>
      <p>
        {detected.length > 0 ? t('people.own_detected') : t('people.own_none')} {listed(detected)}
      </p>
      <Chips entries={own} onRemove={(index) => onChange(own.toSpliced(index, 1))} />
      <PersonBox label={t('people.own_add')} onChoose={(handle) => onChange([...new Set([...own, handle])])} />
    </div>
  )
}

const listed = (handles: readonly string[]) =>
  handles.map((handle, index) => (
    <span key={handle}>
      {index > 0 && ', '}
      <bdi>{handle}</bdi>
    </span>
  ))
