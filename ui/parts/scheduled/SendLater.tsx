/** The button beside "send" that offers times to send at; the same menu opens by a long press on "send". */
import { CalendarClock, Clock, ListOrdered } from 'lucide-react'
import { Suspense, useState } from 'react'
import { formatOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { IconButton } from '../../kit/Button.tsx'
import type { Box } from '../../kit/box.ts'
import { lazyPart } from '../../kit/lazy-part.ts'
import { Menu } from '../../kit/Menu.tsx'
import { presets } from './presets.ts'
import styles from './scheduled.module.css'
import { showAllScheduled } from './shown-scheduled.ts'

const ScheduledTime = lazyPart(() => import('./ScheduledTime.tsx'))

interface Props {
  /** The place at which the menu is open. */
  at: Box | undefined
  onOpen(at: Box | undefined): void
  disabled: boolean
  /** Sends what is written at this time. */
  onChoose(sendAt: string): void
}

export default function SendLater({ at, onOpen, disabled, onChoose }: Props) {
  const [isPicking, setPicking] = useState(false)
  const choose = (time: Date) => onChoose(time.toISOString())
  const items = () => [
    ...presets(new Date()).map(({ label, at: time }) => ({
      label: t(label),
      icon: <Clock size={16} aria-hidden />,
      hint: <span className={styles.hint}>{dayAndTime(time)}</span>,
      run: () => choose(time),
    })),
    { label: t('scheduled.pick'), icon: <CalendarClock size={16} aria-hidden />, run: () => setPicking(true) },
    { label: t('scheduled.show_all'), icon: <ListOrdered size={16} aria-hidden />, run: showAllScheduled },
  ]
  return (
    <>
      <span className={styles.later}>
        <IconButton
          label={t('scheduled.later')}
          disabled={disabled}
          aria-haspopup="menu"
          aria-expanded={at !== undefined}
          onClick={({ currentTarget }) => onOpen(currentTarget.getBoundingClientRect())}
        >
          <Clock size={20} aria-hidden />
        </IconButton>
      </span>
      {at !== undefined && (
        <Menu label={t('scheduled.later')} items={items()} at={at} onClose={() => onOpen(undefined)} />
      )}
      <Suspense>
        {isPicking && (
          <ScheduledTime
            title={t('scheduled.pick_title')}
            at={presets(new Date()).at(-1)?.at ?? new Date()}
            text={null}
            onClose={() => setPicking(false)}
            onChoose={({ at: time }) => {
              setPicking(false)
              choose(time)
            }}
          />
        )}
      </Suspense>
    </>
  )
}

const dayAndTime = (at: Date): string => formatOf({ weekday: 'short', hour: 'numeric', minute: '2-digit' }).format(at)
