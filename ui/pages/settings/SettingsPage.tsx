/**
 * The settings page: the index beside the section that the address names; in a narrow window it shows one of them at a
 * time.
 */
import { ChevronLeft } from 'lucide-react'
import { Suspense, useEffect, useRef } from 'react'
import { Link, useParams } from 'wouter'
import { t } from '../../catalogue/texts.ts'
import { useFieldInAddress } from '../../forms/field-in-address.ts'
import { EmptyState, Skeleton } from '../../kit/States.tsx'
import { paths } from '../../routes.ts'
import { useTitle } from '../../state/title.ts'
import { SettingsIndex } from './SettingsIndex.tsx'
import styles from './SettingsPage.module.css'
import { sections } from './sections.ts'

export default function SettingsPage() {
  const { section: asked } = useParams<{ section?: string }>()
  const section = sections.find(({ name }) => name === (asked ?? sections[0]?.name))
  const title = t(section?.title ?? 'shell.settings')
  const room = useRef<HTMLDivElement>(null)
  const before = useRef(asked)
  useTitle(title)
  useFieldInAddress()
  useEffect(() => {
    const from = before.current
    before.current = asked
    if (from !== asked && asked !== undefined && location.hash === '') return focusOnSection(room.current)
  }, [asked])
  const Content = section?.content
  return (
    <div className={styles.page} data-shows={asked === undefined ? 'index' : 'section'}>
      <div className={styles.index}>
        <h1 tabIndex={-1}>{t('shell.settings')}</h1>
        <SettingsIndex current={section?.name} />
      </div>
      <div ref={room} className={styles.section}>
        <Link href={paths.settings()} className={styles.back}>
          <ChevronLeft size={18} aria-hidden />
          {t('settings.all')}
        </Link>
        <Suspense key={section?.name} fallback={<Skeleton />}>
          {Content === undefined ? <EmptyState title={t('missing.title')} /> : <Content />}
        </Suspense>
      </div>
    </div>
  )
}

/** Focuses the heading of a section that was chosen as soon as it is rendered, and scrolls to the top. */

const patienceMs = 5_000

function focusOnSection(room: HTMLElement | null): () => void {
  let frame = 0
  const attempt = () => {
    const heading = room?.querySelector<HTMLElement>('h2')
    if (!heading) return
    stop()
    heading.tabIndex = -1
    // Runs after all other code that moves the focus when the address changes.
    frame = requestAnimationFrame(() => heading.focus({ preventScroll: true }))
    document.getElementById('main')?.scrollTo(0, 0)
  }
  const observer = new MutationObserver(attempt)
  const timer = setTimeout(() => stop(), patienceMs)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    cancelAnimationFrame(frame)
  }
  if (room !== null) observer.observe(room, { childList: true, subtree: true })
  attempt()
  return stop
}
