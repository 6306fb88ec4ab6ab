/** Shows the progress of the search index while it is being built. */
import { useQuery } from '@tanstack/react-query'
import { asking } from '../../api/ask.ts'
import { t } from '../../catalogue/texts.ts'
import styles from './SearchResults.module.css'

const againMs = 2_000

export function IndexHint() {
  const { data } = useQuery({ ...asking('search_status'), refetchInterval: againMs })
  if (data === undefined || data.state === 'current') return null
  const { indexed, total, reason } = data
  return (
    <p className={styles.note}>
      {data.state === 'waiting' && reason !== null ? reason : t('search.building', { indexed, total })}
    </p>
  )
}
