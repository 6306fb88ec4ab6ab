/** The virtual list of messages, which keeps its position while it grows at either end. */
import { ArrowDown } from 'lucide-react'
import { type Ref, type RefObject, Suspense, useCallback, useEffect, useImperativeHandle, useRef } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import type { Message } from '../../../../src/contract/message.ts'
import { dayOf } from '../../../catalogue/dates.ts'
import { t } from '../../../catalogue/texts.ts'
import { lazyPart } from '../../../kit/lazy-part.ts'
import { usePrinting } from '../../../kit/use-printing.ts'
import type { Line } from '../lines/lines.ts'
import styles from './MessageList.module.css'
import { readToIn, rowAt, type ScrollPosition } from './scroll-position.ts'
import { useRovingFocus } from './useRovingFocus.ts'
import { type ScrollWishes, useThreadScroll } from './useThreadScroll.ts'

const FoundWords = lazyPart(() => import('../text/FoundWords.tsx'))

export interface ListHandle {
  /** The message that has the focus. */
  selected(): Message | undefined
  focusOn(rowid: number): void
  position(): ScrollPosition | undefined
  /** Time of the last visible message. */
  readTo(): string | undefined
  toEnd(): void
}

interface Props extends Omit<ScrollWishes, 'scroller'> {
  handle: Ref<ListHandle>
  now: Date
  newCount: number
  /** The search text. */
  highlight: string | undefined
  renderLine(line: Line): React.ReactNode
  /** Renders what is beside the list from the time of the first visible message. */
  renderAside(ts: string): React.ReactNode
  onToNewest(): void
  onReturn(): boolean
  onLeave(): void
}

export function MessageList(props: Props) {
  const { handle, now, newCount, highlight, renderLine, renderAside, onToNewest, onReturn, onLeave, ...wishes } = props
  const { lines, target } = wishes
  const scroller = useRef<HTMLDivElement>(null)
  const isPrinted = usePrinting()
  const { virtualizer, isAway, toEnd, position, topLine } = useThreadScroll({ ...wishes, scroller })
  const { activeIndex, focusOn, ...keys } = useRovingFocus({ lines, virtualizer, onReturn, onLeave })
  const selected = useSelection(scroller, lines)
  useImperativeHandle(handle, () => ({
    selected,
    focusOn,
    position,
    toEnd,
    readTo: () => (scroller.current === null ? undefined : readToIn(scroller.current, lines)),
  }))
  const marked = target?.offset === undefined ? target?.rowid : undefined
  return (
    <div className={styles.frame}>
      <div ref={scroller} className={styles.scroller} data-thread>
        <ol
          className={styles.list}
          aria-label={t('thread.messages')}
          style={{ blockSize: virtualizer.getTotalSize() }}
          {...keys}
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
                className={line.key === marked ? styles.target : undefined}
                style={{ transform: `translateY(${start}px)` }}
                tabIndex={isMessage ? (index === activeIndex ? 0 : -1) : undefined}
                aria-posinset={index + 1}
                aria-setsize={-1}
                aria-current={line.key === marked ? 'true' : undefined}
              >
                {renderLine(line)}
              </li>
            )
          })}
        </ol>
        {isAway && <ToNewest newCount={newCount} onPress={onToNewest} />}
        {isPrinted && (
          <ol data-printed>
            {lines.map((line) => (
              <li key={line.key}>{renderLine(line)}</li>
            ))}
          </ol>
        )}
      </div>
      {topLine !== undefined && (
        <p className={styles.sticky} data-shown={virtualizer.isScrolling || undefined} aria-hidden>
          {dayOf(topLine, now)}
        </p>
      )}
      {topLine !== undefined && renderAside(topLine)}
      {highlight !== undefined && (
        <ErrorBoundary fallback={null}>
          <Suspense>
            <FoundWords container={scroller} query={highlight} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  )
}

/** Lies within the scroller, so that the wheel and a finger over it scroll the messages. */
const ToNewest = ({ newCount, onPress }: { newCount: number; onPress(): void }) => (
  <div className={styles.above}>
    <button type="button" className={styles.pill} onClick={onPress}>
      <ArrowDown size={16} aria-hidden />
      {newCount > 0 ? t('thread.new_messages', { count: newCount }) : t('thread.newest')}
    </button>
  </div>
)

const aside = 'dialog, [popover]'

/** Tracks the selected message: the one with the focus, or the one that had it before the palette or a menu took it. */
function useSelection(scroller: RefObject<HTMLElement | null>, lines: readonly Line[]) {
  const latest = useRef(lines)
  latest.current = lines
  const last = useRef<number>(undefined)
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest(aside) !== null) return
      const line = scroller.current?.contains(target) ? rowAt(target, latest.current) : undefined
      last.current = line?.kind === 'message' ? line.key : undefined
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [scroller])
  return useCallback((): Message | undefined => {
    const focused = document.activeElement
    const isHere = scroller.current?.contains(focused) || focused?.closest(aside)
    const line = isHere ? latest.current.find(({ key }) => key === last.current) : undefined
    return line?.kind === 'message' ? line.message : undefined
  }, [scroller])
}
