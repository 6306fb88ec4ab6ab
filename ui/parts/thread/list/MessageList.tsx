/** The messages as a list that is drawn only where it is looked at, and that stands still while it grows at either end. */
import { ArrowDown } from 'lucide-react'
import { useRef } from 'react'
import { dayOf } from '../../../catalogue/dates.ts'
import { t } from '../../../catalogue/texts.ts'
import { useHighlight } from '../found/useHighlight.ts'
import type { Line } from '../lines/lines.ts'
import styles from './MessageList.module.css'
import { useRovingFocus } from './useRovingFocus.ts'
import { type ScrollWishes, useThreadScroll } from './useThreadScroll.ts'

interface Props extends Omit<ScrollWishes, 'scroller'> {
  now: Date
  newCount: number
  /** What was searched for. */
  highlight: string | undefined
  renderLine(line: Line): React.ReactNode
  onToNewest(): void
  /** Back to where one came from. */
  onReturn(): void
}

export function MessageList({ now, newCount, highlight, renderLine, onToNewest, onReturn, ...wishes }: Props) {
  const { lines, target } = wishes
  const scroller = useRef<HTMLDivElement>(null)
  useHighlight(scroller, highlight)
  const { virtualizer, isAway, toEnd, topLine } = useThreadScroll({ ...wishes, scroller })
  const { activeIndex, onKeyDown, onFocus } = useRovingFocus({ lines, virtualizer, onReturn })
  return (
    <div className={styles.frame}>
      <div ref={scroller} className={styles.scroller} data-thread>
        <ol
          className={styles.list}
          aria-label={t('thread.messages')}
          style={{ blockSize: virtualizer.getTotalSize() }}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
        >
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const line = lines[index]
            if (line === undefined) return null
            const isMessage = line.kind === 'message'
            return (
              <li
                key={line.key}
                ref={virtualizer.measureElement}
                data-index={index}
                className={line.key === target?.rowid ? styles.target : undefined}
                style={{ transform: `translateY(${start}px)` }}
                tabIndex={isMessage ? (index === activeIndex ? 0 : -1) : undefined}
                aria-posinset={index + 1}
                aria-setsize={-1}
                aria-current={line.key === target?.rowid ? 'true' : undefined}
              >
                {renderLine(line)}
              </li>
            )
          })}
        </ol>
      </div>
      {topLine !== undefined && (
        <p className={styles.sticky} data-shown={virtualizer.isScrolling || undefined} aria-hidden>
          {dayOf(topLine, now)}
        </p>
      )}
      {isAway && (
        <button
          type="button"
          className={styles.pill}
          onClick={() => {
            toEnd()
            onToNewest()
          }}
        >
          <ArrowDown size={16} aria-hidden />
          {newCount > 0 ? t('thread.new_messages', { count: newCount }) : t('thread.newest')}
        </button>
      )}
    </div>
  )
}
