/** The buttons for what a person can do about a pending send. */
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import type { PendingSend } from '../../outbox/outbox.ts'
import { drop, repeat } from '../../outbox/outbox-store.ts'
import styles from './outbox.module.css'
import type { Offer } from './status.ts'

export function Offers({ pending: { clientId }, offers }: { pending: PendingSend; offers: readonly Offer[] }) {
  if (offers.length === 0) return null
  return (
    <div className={styles.offers}>
      {offers.map((offer) => (
        <Button
          key={offer}
          kind="quiet"
          size="small"
          onClick={() => (offer === 'delete' || offer === 'cancel' ? drop(clientId) : repeat(clientId))}
        >
          {t(`outbox.${offer}`)}
        </Button>
      ))}
    </div>
  )
}
