/** Shows the unread count on the icon of the installed page, in browsers that support it. */
import { useEffect } from 'react'
import { useUnreadCount } from '../api/unread.ts'

export function AppBadge() {
  const count = useUnreadCount()
  useEffect(() => {
    const badge = navigator as Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>
    // Rejected where the page is not installed.
    const set = count > 0 ? badge.setAppBadge?.call(navigator, count) : badge.clearAppBadge?.call(navigator)
    void set?.catch(() => undefined)
  }, [count])
  return null
}
