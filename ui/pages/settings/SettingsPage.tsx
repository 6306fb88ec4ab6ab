/** The settings: their sections, and the one that the address names. */
import { Suspense } from 'react'
import { Link, useParams } from 'wouter'
import { t } from '../../catalogue/texts.ts'
import { PageFrame } from '../../kit/PageFrame.tsx'
import { EmptyState, Skeleton } from '../../kit/States.tsx'
import { paths } from '../../routes.ts'
import { sections } from './sections.ts'

export default function SettingsPage() {
  const { section: asked = sections[0]?.name } = useParams<{ section?: string }>()
  const section = sections.find(({ name }) => name === asked)
  const Content = section?.content
  return (
    <PageFrame title={t('shell.settings')}>
      <nav aria-label={t('shell.settings')}>
        {sections.map(({ name, title }) => (
          <Link key={name} href={paths.settings(name)} aria-current={name === section?.name ? 'page' : undefined}>
            {t(title)}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<Skeleton />}>
        {Content === undefined ? <EmptyState title={t('shell.not_found')} /> : <Content />}
      </Suspense>
    </PageFrame>
  )
}
