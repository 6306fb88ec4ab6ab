/** The dialog that lists all scheduled messages, the missed ones first. */
import { useQuery } from '@tanstack/react-query'
import type { Scheduled } from '../../../src/contract/send.ts'
import { asking } from '../../api/ask.ts'
import { t } from '../../catalogue/texts.ts'
import { LinkButton } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { EmptyState } from '../../kit/States.tsx'
import waiting from '../../kit/waiting.module.css'
import { paths } from '../../routes.ts'
import { titleOf } from '../conversation-list/row-words.ts'
import { ScheduledActions } from './ScheduledActions.tsx'
import { Content } from './ScheduledBubbles.tsx'
import styles from './scheduled.module.css'
import { hideAllScheduled } from './shown-scheduled.ts'
import { useScheduled } from './use-scheduled.ts'
import { stateOf } from './when.ts'

export default function AllScheduled() {
  const all = useScheduled()
  const missed = all.filter(({ state }) => state === 'missed')
  const shown = [...missed, ...all.filter((one) => !missed.includes(one))]
  return (
    <Dialog title={t('scheduled.title')} size="wide" onClose={hideAllScheduled}>
      {shown.length === 0 && <EmptyState title={t('scheduled.none')} />}
      <ul className={waiting.rows}>
        {shown.map((one) => (
          <li key={one.id} className={waiting.row} data-state={one.state}>
            <div className={styles.head}>
              <Recipient scheduled={one} />
              <span className={styles.status}>{stateOf(one)}</span>
            </div>
            <p className={styles.excerpt}>
              <Content {...one} />
            </p>
            <ScheduledActions scheduled={one} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function Recipient({ scheduled: { chat_guid: guid, handle } }: { scheduled: Scheduled }) {
  const { data } = useQuery({ ...asking('get_conversation', { guid: guid ?? '' }), enabled: guid !== null })
  const name = <bdi>{data === undefined ? handle : titleOf(data)}</bdi>
  if (guid === null) return <strong>{name}</strong>
  return (
    <span onClickCapture={hideAllScheduled}>
      <LinkButton kind="quiet" size="small" href={paths.conversation(guid)}>
        {name}
      </LinkButton>
    </span>
  )
}
