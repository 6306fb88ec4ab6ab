/** Sets the window's title: `(3) Anna · Local Messaging Relay`, with a mark before it while there is an alert. */
import { useEffect } from 'react'
import { useUnreadCount } from '../api/unread.ts'
import { t } from '../catalogue/texts.ts'
import { useAlertCount } from '../live/alert-count.ts'
import { useTitleStore } from '../state/title.ts'

export function DocumentTitle() {
  const { title } = useTitleStore()
  const hasAlert = useAlertCount(({ count }) => count > 0)
  const count = useUnreadCount()
  useEffect(() => {
    const whole = title === '' ? t('shell.product') : `${title} · ${t('shell.product')}`
    const counted = count > 0 ? t('shell.unread_title', { count, title: whole }) : whole
    document.title = hasAlert ? `⚠ ${counted}` : counted
  }, [title, count, hasAlert])
  return null
}
