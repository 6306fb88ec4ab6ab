/** The three places of the page beside everything else, or below it in a narrow window, and the way out. */
import { Hourglass, LogOut, MessagesSquare, Settings, Waypoints } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { useUnreadCount } from '../api/unread.ts'
import { t } from '../catalogue/texts.ts'
import { useAlertCount } from '../live/alert-count.ts'
import { showHeld, useHeldCount } from '../live/held-count.ts'
import { useSignOut } from '../live/use-sign-out.ts'
import { paths } from '../routes.ts'
import { overviewItem } from './nav-items.ts'
import { placeOf, rememberPlace } from './places.ts'
import styles from './Rail.module.css'

/** The second place is the relay of a Mac, or the Macs of a hub. */
const places = [
  { place: 'messages', href: paths.messages(), title: 'shell.messages', icon: MessagesSquare },
  { place: 'relay', href: overviewItem.href, title: overviewItem.title, icon: Waypoints },
  { place: 'settings', href: paths.settings(), title: 'shell.settings', icon: Settings },
] as const

/**
 * Whether a conversation is open. In a narrow window it has the whole screen, so that its composer lies at the edge.
 */
const isReading = (location: string): boolean => /^\/(c\/|new$)/.test(location)

export function WithRail({ children }: { children: ReactNode }) {
  const [location] = useLocation()
  const here = placeOf(location)
  const counts = { messages: useUnreadCount(), relay: useAlertCount(({ count }) => count), settings: 0 }
  useEffect(() => {
    // The beginning itself only leads on.
    if (location !== paths.home()) rememberPlace(here)
  }, [location, here])
  return (
    <div className={styles.frame}>
      <nav className={styles.rail} aria-label={t('shell.places')} data-region data-yields={isReading(location)}>
        <ul>
          {places.map(({ place, href, title, icon: Icon }) => (
            <li key={place}>
              <Link href={href} className={styles.place} aria-current={place === here || undefined}>
                <Icon size={21} aria-hidden />
                <span>{t(title)}</span>
                {counts[place] > 0 && <Badge count={counts[place]} isAlert={place === 'relay'} />}
              </Link>
            </li>
          ))}
          <Held />
        </ul>
        <SignOut />
      </nav>
      {children}
    </div>
  )
}

/** Counts what is unread, and what needs attention. */
const Badge = ({ count, isAlert, of }: { count: number; isAlert: boolean; of?: 'shell.held_count' }) => (
  <span className={styles.badge} data-alert={isAlert || undefined}>
    <span aria-hidden>{count > 99 ? '99+' : count}</span>
    <span className="visually-hidden">{t(of ?? (isAlert ? 'shell.alerts' : 'list.unread_count'), { count })}</span>
  </span>
)

/** Opens the tray of messages that programs ask to send, as long as any wait. */
function Held() {
  const count = useHeldCount((state) => state.count)
  if (count === 0) return null
  return (
    <li>
      <button type="button" className={styles.place} onClick={() => showHeld()}>
        <Hourglass size={21} aria-hidden />
        <span>{t('shell.held')}</span>
        <Badge count={count} isAlert of="shell.held_count" />
      </button>
    </li>
  )
}

/** The button that ends this browser's session; without a password there is none. */
function SignOut() {
  const end = useSignOut()
  if (end === undefined) return null
  return (
    <button type="button" className={styles.place} onClick={end}>
      <LogOut size={19} aria-hidden />
      <span>{t('shell.sign_out')}</span>
    </button>
  )
}
