/** Names the line of a conversation or message, on a hub with several. */
import { useLineOf } from '../../api/lines.ts'
import { t } from '../../catalogue/texts.ts'
import styles from './Lines.module.css'

export default function Chip({ guid }: { guid: string }) {
  const line = useLineOf(guid)
  if (line === undefined) return null
  return (
    <span className={styles.chip} title={t('people.of_line', { line })}>
      <bdi>{line}</bdi>
    </span>
  )
}
