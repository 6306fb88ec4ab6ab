/**
 * The layout of all pages other than messages. The pages of the relay have their index beside them; in a narrow window
 * it ends the overview, and the other pages lead back to it.
 */
import {
  ChartNoAxesColumn,
  ChevronLeft,
  HeartPulse,
  type LucideIcon,
  MonitorSmartphone,
  PackageCheck,
  Plug,
  ScrollText,
  Users,
  Waypoints,
  Workflow,
} from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Link, useLocation } from 'wouter'
import { type TextKey, t } from '../catalogue/texts.ts'
import { RegionBoundary } from '../kit/RegionBoundary.tsx'
import { Skeleton } from '../kit/States.tsx'
import { useIsNarrow } from '../kit/use-is-narrow.ts'
import { paths } from '../routes.ts'
import styles from './AdministrationLayout.module.css'
import { navItems, overviewItem } from './nav-items.ts'
import { placeOf } from './places.ts'

interface Entry {
  href: string
  title: TextKey
  icon: LucideIcon
}

const icons: Readonly<Record<string, LucideIcon>> = {
  [paths.macs()]: MonitorSmartphone,
  [paths.relay()]: Waypoints,
  [paths.deliveries()]: PackageCheck,
  [paths.plugins()]: Plug,
  [paths.rules()]: Workflow,
  [paths.health()]: HeartPulse,
  [paths.logs()]: ScrollText,
  [paths.statistics()]: ChartNoAxesColumn,
}

const people: Entry = { href: paths.settings('people'), title: 'shell.people', icon: Users }

/** People who see what is relayed look here for the setting of whose messages are. */
const entries: readonly Entry[] = navItems
  .filter(({ href }) => placeOf(href) === 'relay')
  .flatMap(({ href, title }) => {
    const entry = {
      href,
      title: href === paths.relay() ? 'shell.overview' : title,
      icon: icons[href] ?? Waypoints,
    } as const
    return href === paths.rules() ? [entry, people] : [entry]
  })

const AdministrationLayout = ({ children }: { children: ReactNode }) => {
  const [location] = useLocation()
  const isNarrow = useIsNarrow()
  const isOfRelay = placeOf(location) === 'relay'
  const isOverview = location === overviewItem.href
  return (
    <div className={styles.layout} data-indexed={(isOfRelay && !isNarrow) || undefined}>
      {isOfRelay && !isNarrow && <RelayIndex location={location} />}
      <main className={styles.main} tabIndex={-1} id="main" data-region>
        {isOfRelay && isNarrow && !isOverview && (
          <Link href={overviewItem.href} className={styles.back}>
            <ChevronLeft size={18} aria-hidden />
            {t(overviewItem.title)}
          </Link>
        )}
        <RegionBoundary resetKey={location}>
          <Suspense fallback={<Skeleton />}>{children}</Suspense>
        </RegionBoundary>
        {isOverview && isNarrow && <RelayIndex location={location} />}
      </main>
    </div>
  )
}

export default AdministrationLayout

function RelayIndex({ location }: { location: string }) {
  const isHere = (href: string) => location === href || (href !== overviewItem.href && location.startsWith(`${href}/`))
  return (
    <nav className={styles.index} aria-label={t(overviewItem.title)} data-region>
      <ul>
        {entries.map(({ href, title, icon: Icon }) => (
          <li key={href}>
            <Link href={href} className={styles.link} aria-current={isHere(href) ? 'page' : undefined}>
              <Icon size={18} aria-hidden />
              {t(title)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
