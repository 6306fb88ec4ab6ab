/**
 * The overview of the relay: what it does in one sentence, the way of today's messages as a picture, the newest
 * deliveries, the last 24 hours of each plugin, and who was held back.
 */
import { Suspense } from 'react'
import type { Overview } from '../../../src/contract/overview.ts'
import { isHub } from '../../api/answers.ts'
import { withPageTexts } from '../../catalogue/page-texts.ts'
import { t } from '../../catalogue/texts.ts'
import { lazyPart } from '../../kit/lazy-part.ts'
import { MoreLink } from '../../kit/MoreLink.tsx'
import { Columns, Section } from '../../kit/PageFrame.tsx'
import { ErrorState, Skeleton } from '../../kit/States.tsx'
import { paths } from '../../routes.ts'
import { useTitle } from '../../state/title.ts'
import { Checks } from './Checks.tsx'
import { Flow } from './Flow.tsx'
import { HeadlineCard } from './HeadlineCard.tsx'
import { HeldBackList } from './HeldBackList.tsx'
import { HourBars } from './HourBars.tsx'
import { NewestDeliveries } from './NewestDeliveries.tsx'
import styles from './Relay.module.css'
import { useFollowRelay, useOverview } from './use-overview.ts'

/** Loaded on the page of a hub only. */
const MacsCard = lazyPart(() => withPageTexts(import('../macs/MacsCard.tsx')))

export default function RelayPage() {
  const { data, error, refetch } = useOverview()
  useTitle(t('shell.relay'))
  useFollowRelay()
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden" tabIndex={-1}>
        {t('shell.relay')}
      </h1>
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton rows={4} height={96} />}
      {data !== undefined && <Shown overview={data} />}
    </div>
  )
}

function Shown({ overview }: { overview: Overview }) {
  return (
    <>
      <HeadlineCard overview={overview} />
      <Flow overview={overview} />
      <Columns beside={<Beside overview={overview} />}>
        <NewestDeliveries plugins={overview.plugins} />
      </Columns>
    </>
  )
}

/** Shows the cards beside the diagram, those that need attention first. */
function Beside({ overview: { plugins, held_back: heldBack } }: { overview: Overview }) {
  const on = plugins.filter(({ state }) => state !== 'off')
  return (
    <>
      <Checks />
      {isHub && (
        <Suspense>
          <MacsCard />
        </Suspense>
      )}
      {on.length > 0 && (
        <Section title={t('relay.hours')}>
          <div className={styles.charts}>
            {on.map((plugin) => (
              <HourBars key={plugin.name} plugin={plugin} />
            ))}
          </div>
          <MoreLink href={paths.statistics()}>{t('relay.hours_more')}</MoreLink>
        </Section>
      )}
      {heldBack.length > 0 && (
        <Section title={t('people.held_back')}>
          <HeldBackList senders={heldBack} />
          <MoreLink href={paths.settings('people')}>{t('relay.held_back_all')}</MoreLink>
        </Section>
      )}
    </>
  )
}
