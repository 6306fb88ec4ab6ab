/** Lists failed deliveries, which can be retried or dropped one by one or all together. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw, Trash2 } from 'lucide-react'
import type { DeadDelivery } from '../../../src/contract/plugin.ts'
import { asking, whileShown } from '../../api/ask.ts'
import { client } from '../../api/client.ts'
import { dateAndTimeOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { complain } from '../../kit/complain.ts'
import { Section } from '../../kit/PageFrame.tsx'
import { notify } from '../../state/toasts.ts'
import styles from './Plugins.module.css'

type Change = (how: 'retry_dead' | 'drop_dead', ids?: string[]) => Promise<void>

const mostShown = 100

export function GivenUp({ name, count }: { name: string; count: number }) {
  const { data = [] } = useQuery({ ...asking('list_dead', { name, limit: mostShown }), ...whileShown })
  const change = useChange(name)
  return (
    <Section title={t('plugins.given_up')} hint={t('plugins.given_up_hint')}>
      <ul className={styles.list}>
        {data.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} change={change} />
        ))}
      </ul>
      {count > data.length && <p>{t('plugins.given_up_more', { count: count - data.length })}</p>}
      {count > 1 && (
        <div className={styles.status}>
          <Button onClick={() => void change('retry_dead')}>{t('plugins.retry_all')}</Button>
          <Button kind="quiet" onClick={() => void change('drop_dead')}>
            {t('plugins.drop_all')}
          </Button>
        </div>
      )}
    </Section>
  )
}

function useChange(name: string): Change {
  const queries = useQueryClient()
  return async (how, ids) => {
    try {
      const { changed } = await client[how]({ name, ...(ids && { ids }) })
      notify(t(how === 'retry_dead' ? 'plugins.retried' : 'plugins.dropped', { count: changed }))
    } catch (error) {
      complain(error)
    }
    void queries.invalidateQueries({ queryKey: ['list_dead'] })
    void queries.invalidateQueries({ queryKey: ['list_plugins'] })
  }
}

function Delivery({ delivery: { id, given_up_at: at, attempts, error }, change }: DeliveryProps) {
  const when = dateAndTimeOf(at)
  return (
    <li className={styles.delivery}>
      <time dateTime={at}>{when}</time>
      <span>{t('plugins.attempts', { count: attempts })}</span>
      <IconButton label={t('plugins.retry_one', { when })} onClick={() => void change('retry_dead', [id])}>
        <RotateCw size={15} aria-hidden />
      </IconButton>
      <IconButton label={t('plugins.drop_one', { when })} onClick={() => void change('drop_dead', [id])}>
        <Trash2 size={15} aria-hidden />
      </IconButton>
      {error !== null && <small dir="auto">{error}</small>}
    </li>
  )
}

interface DeliveryProps {
  delivery: DeadDelivery
  change: Change
}
