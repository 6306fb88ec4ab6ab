/** Lists recent senders who were not relayed, each with a button that adds them to the scope. */
import { useQuery } from '@tanstack/react-query'
import type { BlockedSender } from '../../../../src/contract/whitelist.ts'
import { asking, whileShown } from '../../../api/ask.ts'
import { whenOf } from '../../../catalogue/dates.ts'
import { t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import { ErrorState, Skeleton } from '../../../kit/States.tsx'
import sheet from '../../../kit/sheet.module.css'
import { useKeptFocus } from '../../../kit/use-kept-focus.ts'
import { EntryWords } from './EntryWords.tsx'
import { heldBackNote } from './held-back-note.ts'
import styles from './People.module.css'

interface Props {
  onAllow: (sender: BlockedSender) => void
}

const refreshMs = 15_000

export function HeldBack({ onAllow }: Props) {
  const { data, error, refetch } = useQuery({ ...asking('list_blocked'), ...whileShown, refetchInterval: refreshMs })
  const { ref, leaving } = useKeptFocus(data?.length ?? 0)
  if (data === undefined)
    return error === null ? <Skeleton rows={2} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const allow = (sender: BlockedSender, index: number) => {
    leaving(index)
    onAllow(sender)
  }
  return (
    <div ref={ref} className={`${sheet.sheet} ${styles.rows}`} tabIndex={-1}>
      {data.length === 0 ? (
        <p className={sheet.empty}>{t('people.held_back_none')}</p>
      ) : (
        <ul aria-label={t('people.held_back')}>
          {data.map((sender, index) => (
            <li key={sender.handle} className={styles.row}>
              <EntryWords entry={sender} note={heldBackNote(sender, whenOf)} />
              <Button
                size="small"
                aria-label={t('people.allow_name', { name: sender.display_name })}
                onClick={() => allow(sender, index)}
              >
                {t('people.allow')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
