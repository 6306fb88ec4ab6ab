/** Lists people or groups in scope, with the time of their last message and a button that removes them. */
import { X } from 'lucide-react'
import type { WhitelistEntry } from '../../../../src/contract/whitelist.ts'
import { dateAndTimeOf, whenOf } from '../../../catalogue/dates.ts'
import { t } from '../../../catalogue/texts.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import sheet from '../../../kit/sheet.module.css'
import { useKeptFocus } from '../../../kit/use-kept-focus.ts'
import { EntryWords } from './EntryWords.tsx'
import styles from './People.module.css'

interface Props {
  label: string
  entries: readonly WhitelistEntry[]
  /** The text for an empty list. */
  empty: string
  onRemove: (entry: WhitelistEntry) => void
  /** Adds the addresses of a person that are not on the list yet. */
  onComplete?: (entry: WhitelistEntry) => void
}

export function EntryRows({ label, entries, empty, onRemove, onComplete }: Props) {
  const { ref, leaving } = useKeptFocus(entries.length)
  const remove = (entry: WhitelistEntry, index: number) => {
    leaving(index)
    onRemove(entry)
  }
  return (
    <div ref={ref} className={`${sheet.sheet} ${styles.rows}`} tabIndex={-1}>
      {entries.length === 0 ? (
        <p className={sheet.empty}>{empty}</p>
      ) : (
        <ul aria-label={label}>
          {entries.map((entry, index) => (
            <li key={entry.handle} className={styles.row}>
              <EntryWords entry={entry} note={<LastHeard ts={entry.last_message_ts} />} />
              {entry.other_addresses.length > 0 && onComplete !== undefined && (
                <Button size="small" onClick={() => onComplete(entry)}>
                  {t('people.relay_other', { addresses: entry.other_addresses.join(', ') })}
                </Button>
              )}
              <IconButton label={t('people.remove', { name: entry.display_name })} onClick={() => remove(entry, index)}>
                <X size={17} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const LastHeard = ({ ts }: { ts: string | null }) =>
  ts === null ? (
    t('people.never_heard')
  ) : (
    <time dateTime={ts} title={dateAndTimeOf(ts)}>
      {t('people.last_heard', { time: whenOf(ts) })}
    </time>
  )
