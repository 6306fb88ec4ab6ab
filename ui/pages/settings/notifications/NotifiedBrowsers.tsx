/** Lists the browsers that are notified while their page is closed, and ends the notifications of others. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { PushSubscription } from '../../../../src/contract/push.ts'
import { asking, whileShown } from '../../../api/ask.ts'
import { client } from '../../../api/client.ts'
import { dateAndTimeOf, whenOf } from '../../../catalogue/dates.ts'
import { t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import cardRow from '../../../kit/card-row.module.css'
import { complain } from '../../../kit/complain.ts'
import { Section } from '../../../kit/PageFrame.tsx'
import sheet from '../../../kit/sheet.module.css'
import { useKeptFocus } from '../../../kit/use-kept-focus.ts'
import { usePush } from '../../../notifications/push-state.ts'
import { nameOfBrowser } from '../security/browser-name.ts'

export function NotifiedBrowsers() {
  const queries = useQueryClient()
  const own = usePush(({ id }) => id)
  const subscriptions = useQuery({ ...asking('list_push_subscriptions'), ...whileShown }).data ?? []
  const { ref, leaving } = useKeptFocus(subscriptions.length)
  if (subscriptions.length === 0) return null
  const remove = async ({ id }: PushSubscription) => {
    await client.remove_push_subscription({ id }).catch(complain)
    await queries.invalidateQueries({ queryKey: ['list_push_subscriptions'] })
  }
  return (
    <Section title={t('notifications.browsers')} hint={t('notifications.browsers_hint')}>
      <div ref={ref} className={sheet.sheet} tabIndex={-1}>
        <ul aria-label={t('notifications.browsers')}>
          {subscriptions.map((subscription, index) => (
            <Row
              key={subscription.id}
              subscription={subscription}
              isThis={subscription.id === own}
              onRemove={() => {
                leaving(index)
                void remove(subscription)
              }}
            />
          ))}
        </ul>
      </div>
    </Section>
  )
}

interface RowProps {
  subscription: PushSubscription
  isThis: boolean
  onRemove: () => void
}

function Row({ subscription, isThis, onRemove }: RowProps) {
  const { browser, service, last_pushed_at: last, trouble } = subscription
  const name = nameOfBrowser(browser)
  return (
    <li className={cardRow.row}>
      <p className={cardRow.words} title={browser}>
        <span className={cardRow.title}>
          <bdi>{name}</bdi>
          {isThis && <span className={sheet.chip}>{t('security.browser_this')}</span>}
        </span>
        <small>
          {last === null ? (
            t('notifications.browser_never')
          ) : (
            <time dateTime={last} title={dateAndTimeOf(last)}>
              {t('notifications.browser_last', { time: whenOf(last) })}
            </time>
          )}
          {' · '}
          <bdi>{service}</bdi>
        </small>
        {trouble !== null && <small className={cardRow.trouble}>{t(`notifications.trouble_${trouble}`)}</small>}
      </p>
      {!isThis && (
        <Button size="small" aria-label={t('notifications.browser_remove', { name })} onClick={onRemove}>
          {t('notifications.remove')}
        </Button>
      )}
    </li>
  )
}
