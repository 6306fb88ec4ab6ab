/** A stretch of a conversation as it stands on paper, beside the page; it prints itself once its pictures are there. */
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { Conversation } from '../../../src/contract/conversation.ts'
import type { Message } from '../../../src/contract/message.ts'
import { formatOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { linesOf } from '../thread/lines/lines.ts'
import { ThreadLine } from '../thread/lines/ThreadLine.tsx'
import styles from './PrintDialog.module.css'
import type { Stretch } from './period.ts'

interface Props {
  conversation: Conversation
  rows: Message[]
  stretch: Stretch
  onDone(): void
}

export function PrintedConversation({ conversation, rows, stretch, onDone }: Props) {
  const place = useRef<HTMLDivElement>(null)
  usePrinted(place, onDone)
  const lines = linesOf({ rows, hasOlder: false, hasNewer: false }).filter(({ kind }) => kind !== 'end')
  return createPortal(
    <div ref={place} data-printed>
      <header className={styles.head}>
        <h1>
          <bdi>{conversation.display_name}</bdi>
        </h1>
        <p>
          {daysOf(rows, stretch)} · {t('print.messages', { count: rows.length })}
        </p>
      </header>
      {lines.map((line) => (
        <ThreadLine
          key={line.key}
          line={line}
          conversation={conversation}
          guid={conversation.guid}
          now={neverToday}
          onJump={nowhere}
          shownRowids={none}
        />
      ))}
    </div>,
    document.body,
  )
}

/** Paper is read on other days, so that each of its days has its date. */
const neverToday = new Date(0)
const none: ReadonlySet<number> = new Set()
const nowhere = () => undefined

/** Returns the printed days. The first one is that of the oldest message. */
function daysOf(rows: readonly Message[], { from, to }: Stretch): string {
  const first = from.getTime() === 0 && rows[0] !== undefined ? new Date(rows[0].ts) : from
  return formatOf({ dateStyle: 'long' }).formatRange(first, new Date(to.getTime() - 1))
}

/** Pictures that do not come are left out. */
const mostPatienceMs = 20_000

function usePrinted(place: React.RefObject<HTMLElement | null>, onDone: () => void): void {
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    const { body } = document
    let isHere = true
    const end = () => done.current()
    body.dataset.printing = ''
    addEventListener('afterprint', end)
    void picturesOf(place.current).then(() => isHere && print())
    return () => {
      isHere = false
      delete body.dataset.printing
      removeEventListener('afterprint', end)
    }
  }, [place])
}

function picturesOf(element: HTMLElement | null): Promise<unknown> {
  const pictures = [...(element?.querySelectorAll('img') ?? [])]
  const late = new Promise((resolve) => setTimeout(resolve, mostPatienceMs))
  return Promise.race([Promise.allSettled(pictures.map((picture) => picture.decode())), late])
}
