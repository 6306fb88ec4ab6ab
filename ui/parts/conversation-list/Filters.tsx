/** Chooses which conversations are listed: all, or the unread ones. */
import { useQuery } from '@tanstack/react-query'
import { unreadConversations } from '../../api/unread.ts'
import { t } from '../../catalogue/texts.ts'
import type { Filter } from './conversation-pages.ts'
import styles from './Filters.module.css'

const filters: readonly Filter[] = ['all', 'unread']

export function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const unread = useQuery({ ...unreadConversations(), select: ({ length }) => length }).data ?? 0
  return (
    <fieldset className={styles.filters} aria-label={t('list.filter')}>
      {filters.map((name) => (
        <button
          key={name}
          type="button"
          className={styles.filter}
          aria-pressed={name === filter}
          onClick={() => onChange(name)}
        >
          {t(`list.filter_${name}`)}
          {name === 'unread' && unread > 0 && <span className={styles.count}>{unread}</span>}
        </button>
      ))}
    </fieldset>
  )
}
