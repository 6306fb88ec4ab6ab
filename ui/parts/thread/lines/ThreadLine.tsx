/** Renders one line of a thread. */
import type { Conversation } from '../../../../src/contract/conversation.ts'
import { dayOf } from '../../../catalogue/dates.ts'
import { t } from '../../../catalogue/texts.ts'
import { Pending } from '../../outbox/Pending.tsx'
import bubble from '../bubble/Bubble.module.css'
import { Bubble } from '../bubble/Bubble.tsx'
import type { Line } from './lines.ts'

interface Props {
  line: Line
  now: Date
  guid: string
  conversation: Conversation | undefined
  shownRowids: ReadonlySet<number>
  onJump(rowid: number): void
}

export function ThreadLine({ line, now, guid, conversation, shownRowids, onJump }: Props) {
  switch (line.kind) {
    case 'day':
      return (
        <p className={`${bubble.divider} ${bubble.day}`}>
          <span>{dayOf(line.message.ts, now)}</span>
        </p>
      )
    case 'new':
      return (
        <p className={`${bubble.divider} ${bubble.new}`}>
          <span>{t('thread.new')}</span>
        </p>
      )
    case 'service':
      return (
        <p className={bubble.divider}>
          <span>{serviceWords(line.message.service)}</span>
        </p>
      )
    case 'end':
      return (
        <div className={bubble.end}>
          <Pending guid={guid} shownRowids={shownRowids} service={conversation?.service} />
        </div>
      )
    case 'message': {
      const person = conversation?.participants.find(({ handle }) => handle === line.message.handle)
      return (
        <Bubble
          line={line}
          isGroup={conversation?.is_group ?? false}
          avatarUrl={person?.avatar_url ?? null}
          onJump={onJump}
        />
      )
    }
  }
}

const serviceWords = (service: string): string =>
  service === 'iMessage' ? t('thread.imessage') : t('thread.service', { service })
