/** Shows one row of the log: a line with its time, level, source and message with matches marked, or a gap in words. */
import { memo } from 'react'
import { dateAndTimeOf } from '../../catalogue/dates.ts'
import { locale, t } from '../../catalogue/texts.ts'
import { type Box, pointAt } from '../../kit/box.ts'
import { Dots } from '../../kit/Dots.tsx'
import type { Finder } from './finder.ts'
import type { Item } from './items.ts'
import styles from './LogList.module.css'
import type { MenuFor } from './LogMenu.tsx'
import { levelIcons } from './level-icons.ts'
import type { LogLine } from './lines.ts'
import { useLogDisplay } from './log-display.ts'
import { momentOf } from './moments.ts'

interface Props {
  ref: (element: HTMLElement | null) => void
  index: number
  start: number
  item: Item
  finder: Finder | undefined
  isSelected: boolean
  onSelect: (line: LogLine) => void
  onMenu: (menu: MenuFor) => void
}

export const LogRow = memo(function LogRow({ ref, index, start, item, ...rest }: Props) {
  const placed = { ref, 'data-index': index, style: { transform: `translateY(${start}px)` } }
  if (item.kind === 'gap')
    return (
      <p {...placed} className={styles.gap}>
        <span>{t('logs.gap', { time: lengthOf(item.gapS) })}</span>
      </p>
    )
  return <Line {...placed} item={item} {...rest} />
})

type LineProps = Omit<Props, 'index' | 'start' | 'item'> & {
  item: Extract<Item, { kind: 'line' }>
  'data-index': number
  style: { transform: string }
}

function Line({ item: { line, isAround }, finder, isSelected, onSelect, onMenu, ...placed }: LineProps) {
  const clock = useLogDisplay((look) => look.clock)
  const { ts, level, source, msg } = line
  const Icon = levelIcons[level]
  const open = (at: Box) => {
    onSelect(line)
    onMenu({ line, at })
  }
  return (
    <article
      {...placed}
      className={styles.line}
      data-level={level}
      data-around={isAround}
      data-selected={isSelected}
      tabIndex={-1}
      onClick={() => onSelect(line)}
      onContextMenu={(event) => {
        event.preventDefault()
        open(pointAt(event.clientX, event.clientY))
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return
        // The menu that opens takes the focus, and the same key press would activate its first item.
        event.preventDefault()
        open(event.currentTarget.getBoundingClientRect())
      }}
    >
      <time dateTime={ts} title={dateAndTimeOf(ts)}>
        {momentOf(ts, { clock, nowMs: Date.now(), locale: locale() })}
      </time>
      <span className={styles.level}>
        <Icon size={13} aria-hidden />
        {level}
      </span>
      <bdi className={styles.source}>{source}</bdi>
      <span className={styles.said} dir="auto" title={msg}>
        <Marked text={msg} finder={finder} />
      </span>
      <button
        type="button"
        className={styles.more}
        tabIndex={isSelected ? 0 : -1}
        aria-label={t('logs.more')}
        aria-haspopup="menu"
        onClick={(event) => {
          event.stopPropagation()
          open(event.currentTarget.getBoundingClientRect())
        }}
      >
        <Dots size={15} />
      </button>
    </article>
  )
}

const lengthOf = (seconds: number): string =>
  seconds < 120 ? t('logs.seconds', { count: seconds }) : t('logs.minutes', { count: Math.round(seconds / 60) })

/** A line that matches everywhere would be slow with more marks. */
const mostMarks = 100

/** Text with the matches of a search marked. */
function Marked({ text, finder }: { text: string; finder: Finder | undefined }) {
  const places = finder?.matchesIn(text).slice(0, mostMarks) ?? []
  if (places.length === 0) return text
  let end = 0
  const parts = places.flatMap(([from, to]) => {
    const before = text.slice(end, from)
    end = to
    return [before, <mark key={from}>{text.slice(from, to)}</mark>]
  })
  return [...parts, text.slice(end)]
}
