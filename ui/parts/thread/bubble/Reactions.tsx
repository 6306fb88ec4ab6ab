/** The reactions to a message as a chip at its corner; a click shows who gave them. */
import type { Message } from '../../../../src/contract/message.ts'
import { useAct } from '../../message-menu/act.ts'
import styles from './Bubble.module.css'
import { reactionWords } from './reaction-words.ts'

const mostShown = 3

export function Reactions({ message }: { message: Message }) {
  const act = useAct()
  const details = message.tapback_details
  if (details.length === 0) return null
  const emojis = [...new Set(details.map(({ emoji }) => emoji ?? '🏷️'))]
  return (
    <button
      type="button"
      className={styles.reactions}
      aria-label={reactionWords(details)}
      onClick={() => act({ what: 'reactions', message })}
    >
      <span aria-hidden>{emojis.slice(0, mostShown).join('')}</span>
      {details.length > 1 && <span aria-hidden>{details.length}</span>}
    </button>
  )
}
