/** The layout of all pages other than messages: their index beside the page, or above it below 720 px. */
import {
  ChartNoAxesColumn,
  ChevronLeft,
  HeartPulse,
  LogOut,
  type LucideIcon,
  Plug,
  ScrollText,
  Settings,
  Workflow,
} from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Link, useLocation } from 'wouter'
import { t } from '../catalogue/texts.ts'
import { RegionBoundary } from '../kit/RegionBoundary.tsx'
import { Skeleton } from '../kit/States.tsx'
import { useSignOut } from '../live/use-sign-out.ts'
import { paths, patterns } from '../routes.ts'
import styles from './AdministrationLayout.module.css'
import { type NavItem, type NavPattern, navItems } from './nav-items.ts'

const icons: Readonly<Record<NavPattern, LucideIcon>> = {
  [patterns.settings]: Settings,
  [patterns.plugins]: Plug,
  [patterns.rules]: Workflow,
  [patterns.logs]: ScrollText,
  [patterns.statistics]: ChartNoAxesColumn,
  [patterns.health]: HeartPulse,
}

const AdministrationLayout = ({ children }: { children: ReactNode }) => (
  <div className={styles.layout}>
    <nav className={styles.index} aria-label={t('shell.administration')} data-region>
      <Link href={paths.home()} className={styles.back}>
        <ChevronLeft size={18} aria-hidden />
        {t('shell.back_to_messages')}
      </Link>
      <ul>
        {navItems.map((item) => (
          <li key={item.href}>
            <NavLink item={item} />
          </li>
        ))}
        <SignOut className={styles.link} />
      </ul>
    </nav>
    <main className={styles.main} tabIndex={-1} id="main" data-region>
      <Content>{children}</Content>
    </main>
  </div>
)

function Content({ children }: { children: ReactNode }) {
  const [location] = useLocation()
  return (
    <RegionBoundary resetKey={location}>
      <Suspense fallback={<Skeleton />}>{children}</Suspense>
    </RegionBoundary>
  )
}

function NavLink({ item: { pattern, href, title } }: { item: NavItem }) {
  const Icon = icons[pattern]
  const [location] = useLocation()
  const isHere = location === href || location.startsWith(`${href}/`)
  return (
    <Link href={href} className={styles.link} aria-current={isHere ? 'page' : undefined}>
      <Icon size={18} aria-hidden />
      {t(title)}
    </Link>
  )
}

export default AdministrationLayout

/** The button that ends this browser's session; without a password there is none. */
function SignOut({ className }: { className: string | undefined }) {
  const end = useSignOut()
  if (end === undefined) return null
  return (
    <li>
      <button type="button" className={className} onClick={end}>
        <LogOut size={18} aria-hidden />
        {t('shell.sign_out')}
      </button>
    </li>
  )
}
