/** Lines of the log: only those in sight are drawn, and the newest stays in sight while one is at the end. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { t } from '../../catalogue/texts.ts'
import styles from './LogsPage.module.css'
import type { LogLine } from './lines.ts'

const rowHeight = 26

export function LogList({ lines }: { lines: readonly LogLine[] }) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (place) => lines[place]?.id ?? place,
    overscan: 12,
    anchorTo: 'end',
    followOnAppend: true,
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <div ref={scroller} className={styles.list} role="log" aria-live="off" aria-label={t('logs.lines')} tabIndex={0}>
      {lines.length === 0 && <p>{t('logs.none')}</p>}
      <div style={{ blockSize: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map(({ key, index, start }) => {
          const line = lines[index]
          return (
            line && (
              <div
                key={key}
                className={styles.line}
                data-level={line.level}
                style={{ transform: `translateY(${start}px)` }}
              >
                <time title={line.ts}>{line.ts.slice(11, 23)}</time>
                <span className={styles.level}>{line.level}</span>
                <span>{line.source}</span>
                <span className={styles.said} dir="auto" title={line.msg}>
                  {line.msg}
                </span>
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}
