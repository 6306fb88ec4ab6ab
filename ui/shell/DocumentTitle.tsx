/** Sets the window's title: `(3) Anna · Local Messaging Relay`. */
import { useEffect } from 'react'
import { useUnreadCount } from '../api/unread.ts'
import { t } from '../catalogue/texts.ts'
import { useTitleStore } from '../state/title.ts'

export function DocumentTitle() {
  const { title } = useTitleStore()
  const count = useUnreadCount()
  useEffect(() => {
    const whole = title === '' ? t('shell.product') : `${title} · ${t('shell.product')}`
    document.title = count > 0 ? t('shell.unread_title', { count, title: whole }) : whole
  }, [title, count])
  return null
}
