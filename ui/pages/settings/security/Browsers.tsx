/** Lists the browser sessions, marks this one, and signs others out. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Session } from '../../../../src/contract/key.ts'
import { asking, whileShown } from '../../../api/ask.ts'
import { client } from '../../../api/client.ts'
import { dateAndTimeOf, dayOf, whenOf } from '../../../catalogue/dates.ts'
import { t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import cardRow from '../../../kit/card-row.module.css'
import { complain } from '../../../kit/complain.ts'
import { ErrorState, Skeleton } from '../../../kit/States.tsx'
import sheet from '../../../kit/sheet.module.css'
import { useKeptFocus } from '../../../kit/use-kept-focus.ts'
import { notify } from '../../../state/toasts.ts'
import { nameOfBrowser } from './browser-name.ts'

export function Browsers() {
  const { sessions, error, retry, end } = useBrowsers()
  const { ref, leaving } = useKeptFocus(sessions?.length ?? 0)
  if (sessions === undefined)
    return error === null ? <Skeleton rows={2} /> : <ErrorState error={error} onRetry={retry} />
  const others = sessions.filter(({ current }) => !current)
  return (
    <>
      <div ref={ref} className={sheet.sheet} tabIndex={-1}>
        {sessions.length === 0 ? (
          <p className={sheet.empty}>{t('security.browsers_none')}</p>
        ) : (
          <ul aria-label={t('security.browsers')}>
            {sessions
              .filter(({ current }) => current)
              .map((session) => (
                <BrowserRow key={session.id} session={session} />
              ))}
            {others.map((session, index) => (
              <BrowserRow
                key={session.id}
                session={session}
                onEnd={() => {
                  leaving(index)
                  void end([session])
                }}
              />
            ))}
          </ul>
        )}
      </div>
      {others.length > 0 && (
        <div>
          <Button
            onClick={() => {
              leaving(0)
              void end(others)
            }}
          >
            {t('security.browsers_end_others')}
          </Button>
        </div>
      )}
    </>
  )
}

function BrowserRow({ session, onEnd }: { session: Session; onEnd?: () => void }) {
  const { browser, current, created_at: created, last_seen_at: seen } = session
  const name = nameOfBrowser(browser)
  return (
    <li className={cardRow.row}>
      <p className={cardRow.words} title={browser}>
        <span className={cardRow.title}>
          <bdi>{name}</bdi>
          {current && <span className={sheet.chip}>{t('security.browser_this')}</span>}
        </span>
        <small>
          {t('security.browser_since', { day: dayOf(created) })}
          {' · '}
          <time dateTime={seen} title={dateAndTimeOf(seen)}>
            {t('security.browser_seen', { time: whenOf(seen) })}
          </time>
        </small>
      </p>
      {onEnd !== undefined && (
        <span className={cardRow.actions}>
          <Button size="small" aria-label={t('security.browser_end_name', { name })} onClick={onEnd}>
            {t('security.browser_end')}
          </Button>
        </span>
      )}
    </li>
  )
}

/** Queries the browser sessions and ends them. */
function useBrowsers() {
  const queries = useQueryClient()
  const { data: sessions, error, refetch } = useQuery({ ...asking('list_sessions'), ...whileShown })
  return {
    sessions,
    error,
    retry: () => void refetch(),
    /** A session that has already ended counts as signed out. */
    async end(ended: readonly Session[]): Promise<void> {
      const results = await Promise.allSettled(ended.map(({ id }) => client.end_session({ id })))
      const failure = results.find(({ status }) => status === 'rejected')
      if (failure?.status === 'rejected') complain(failure.reason)
      else notify(t('security.browsers_ended', { count: ended.length }))
      await queries.invalidateQueries({ queryKey: ['list_sessions'] })
    },
  }
}
