/** The webhooks that apps have registered, each with what came of its deliveries. */
import type { CompatWebhook } from '../../../../src/contract/compat.ts'
import { dateAndTimeOf, whenOf } from '../../../catalogue/dates.ts'
import { t } from '../../../catalogue/texts.ts'
import cardRow from '../../../kit/card-row.module.css'
import { Section } from '../../../kit/PageFrame.tsx'
import sheet from '../../../kit/sheet.module.css'

export const Webhooks = ({ webhooks }: { webhooks: readonly CompatWebhook[] }) => (
  <Section title={t('apps.webhooks')} hint={t('apps.webhooks_hint')}>
    <div className={sheet.sheet}>
      {webhooks.length === 0 ? (
        <p className={sheet.empty}>{t('apps.webhooks_none')}</p>
      ) : (
        <ul aria-label={t('apps.webhooks')}>
          {webhooks.map((webhook) => (
            <Row key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      )}
    </div>
  </Section>
)

function Row({ webhook: { url, events, state, queued, dropped, ...last } }: { webhook: CompatWebhook }) {
  return (
    <li className={cardRow.row}>
      <div className={cardRow.words}>
        <p className={cardRow.title}>
          <bdi dir="ltr">{url}</bdi>
          <span className={sheet.chip}>{t(`apps.webhook_${state}`)}</span>
        </p>
        <small>
          {events.includes('*')
            ? t('apps.webhook_all_events')
            : t('apps.webhook_events', { events: events.join(', ') })}
        </small>
        <small>
          {last.last_answer_at === null ? (
            t('apps.webhook_unanswered')
          ) : (
            <Moment
              at={last.last_answer_at}
              says={(time) => t('apps.webhook_answer', { answer: answerOf(last.last_answer), time })}
            />
          )}
          {queued > 0 && ` · ${t('apps.webhook_queued', { count: queued })}`}
          {dropped > 0 && ` · ${t('apps.webhook_dropped', { count: dropped })}`}
        </small>
        {last.failing_since !== null && (
          <small className={cardRow.trouble}>
            <Moment at={last.failing_since} says={(time) => t('apps.webhook_since', { time })} />
            {last.next_attempt_at !== null && (
              <>
                {' · '}
                <Moment at={last.next_attempt_at} says={(time) => t('apps.webhook_next', { time })} />
              </>
            )}
          </small>
        )}
      </div>
    </li>
  )
}

/** The service says in English that there was none. */
const answerOf = (answer: string | null): string =>
  answer === null || !/^\d+$/.test(answer) ? t('apps.webhook_no_answer') : answer

const Moment = ({ at, says }: { at: string; says: (time: string) => string }) => (
  <time dateTime={at} title={dateAndTimeOf(at)}>
    {says(whenOf(at))}
  </time>
)
