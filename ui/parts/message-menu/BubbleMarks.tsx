/** Marks messages that are starred, or whose delivery failed or is retried. */
import { Star } from 'lucide-react'
import { useEffect } from 'react'
import type { Message } from '../../../src/contract/message.ts'
import { t } from '../../catalogue/texts.ts'
import { DeliveryMark, FollowTroubles } from '../deliveries/DeliveryMarks.tsx'
import { useBubbleMark } from '../thread/bubble/bubble-mark.ts'
import styles from './MessageMenu.module.css'

export default function BubbleMarks() {
  useEffect(() => useBubbleMark.setState({ Mark: Marks }), [])
  return <FollowTroubles />
}

const Marks = ({ message }: { message: Message }) => (
  <>
    {message.starred && (
      <span className={styles.star}>
        <Star size={12} fill="currentColor" aria-hidden />
        {t('message.starred')}
      </span>
    )}
    <DeliveryMark message={message} />
  </>
)
