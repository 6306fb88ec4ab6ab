/** Deliveries that were given up: tried again or dropped, one by one or all. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { asking } from '../../api/ask.ts'
import { client, saying } from '../../api/client.ts'
import { dateAndTimeOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { Section } from '../../kit/PageFrame.tsx'
import { notify } from '../../state/toasts.ts'
import styles from './Plugins.module.css'

export function GivenUp({ name }: { name: string }) {
  const queries = useQueryClient()
  const { data = [] } = useQuery(asking('list_dead', { name, limit: 100 }))
  const change = async (how: 'retry_dead' | 'drop_dead') => {
    try {
      const { changed } = await client[how]({ name })
      notify(t(how === 'retry_dead' ? 'plugins.retried' : 'plugins.dropped', { count: changed }))
    } catch (error) {
      notify(saying(error), { kind: 'problem' })
    }
    void queries.invalidateQueries({ queryKey: ['list_dead'] })
    void queries.invalidateQueries({ queryKey: ['list_plugins'] })
  }
  return (
    <Section title={t('plugins.given_up')} hint={t('plugins.given_up_hint')}>
      <ul className={styles.list}>
        {data.map(({ id, given_up_at: at, attempts, error }) => (
          <li key={id}>
            <time dateTime={at}>{dateAndTimeOf(at)}</time>
            <span>{t('plugins.attempts', { count: attempts })}</span>
            <small dir="auto">{error}</small>
          </li>
        ))}
      </ul>
      <div className={styles.status}>
        <Button onClick={() => void change('retry_dead')}>{t('plugins.retry_all')}</Button>
        <Button kind="quiet" onClick={() => void change('drop_dead')}>
          {t('plugins.drop_all')}
        </Button>
      </div>
    </Section>
  )
}
