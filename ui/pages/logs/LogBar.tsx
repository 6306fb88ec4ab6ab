/** The bar that filters log lines by level, source, time and text, and sets how they are shown. */

import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { type LogLevel, logLevels } from '../../../src/contract/log-levels.ts'
import { countOf } from '../../catalogue/numbers.ts'
import { t } from '../../catalogue/texts.ts'
import { Field, inputClass } from '../../kit/Field.tsx'
import { useFloating } from '../../kit/floating.ts'
import { Segments } from '../../kit/Segments.tsx'
import { TimeChoice } from '../../parts/time-range/TimeChoice.tsx'
import { problemIn } from './finder.ts'
import styles from './LogBar.module.css'
import { levelIcons } from './level-icons.ts'
import { countsOf, sourcesOf } from './lines.ts'
import { clocks, setLogDisplay, useLogDisplay } from './log-display.ts'
import type { LogView } from './use-log-view.ts'

export function LogBar({ view }: { view: LogView }) {
  const { filter, choose } = view
  const problem = problemIn(filter.text)
  return (
    <div className={styles.bar}>
      <Levels view={view} />
      <Sources view={view} />
      <TimeChoice range={filter} onChange={choose} />
      <div className={styles.find}>
        <Field
          label={<span className="visually-hidden">{t('logs.find')}</span>}
          problem={problem && t('logs.no_expression', { why: problem })}
        >
          {(tied) => (
            <input
              {...tied}
              type="search"
              className={inputClass}
              dir="auto"
              value={filter.text}
              placeholder={t('logs.find')}
              onChange={({ target }) => choose({ text: target.value })}
            />
          )}
        </Field>
      </div>
      <DisplayChoice view={view} />
    </div>
  )
}

function Levels({ view: { all, filter, choose } }: { view: LogView }) {
  const counts = countsOf(all)
  const toggle = (level: LogLevel) => choose({ levels: without(filter.levels, level) })
  return (
    <Segments
      label={t('logs.levels')}
      values={logLevels}
      isOn={(level) => filter.levels.includes(level)}
      onPress={toggle}
      show={(level) => {
        const Icon = levelIcons[level]
        return (
          <>
            <Icon size={14} aria-hidden />
            {level} <span className={styles.count}>{countOf(counts[level])}</span>
          </>
        )
      }}
    />
  )
}

function Sources({ view: { all, filter, choose } }: { view: LogView }) {
  const { sources } = filter
  const found = sourcesOf(all)
  const missing = sources.filter((name) => !found.some(([one]) => one === name))
  const label = sources.length === 0 ? t('logs.all_sources') : sources.join(', ')
  return (
    <Panel label={label} name={t('logs.sources')}>
      {[...found, ...missing.map((name) => [name, 0] as const)].map(([name, count]) => (
        <label key={name} className={styles.choice}>
          <input
            type="checkbox"
            checked={sources.includes(name)}
            onChange={() => choose({ sources: without(sources, name) })}
          />
          <bdi>{name}</bdi>
          <span className={styles.count}>{countOf(count)}</span>
        </label>
      ))}
    </Panel>
  )
}

/** Removes the item if it is in the list, and adds it otherwise. */
const without = <T,>(all: readonly T[], one: T): T[] =>
  all.includes(one) ? all.filter((each) => each !== one) : [...all, one]

/** Chooses how lines are shown: wrapping, marking and the clock. */
function DisplayChoice({ view: { filter, choose } }: { view: LogView }) {
  const { wraps, clock } = useLogDisplay()
  return (
    <Panel label={t('logs.look')} name={t('logs.look_name')}>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={filter.highlightOnly}
          onChange={({ target }) => choose({ highlightOnly: target.checked })}
        />
        {t('logs.mark_only')}
      </label>
      <label className={styles.choice}>
        <input type="checkbox" checked={wraps} onChange={({ target }) => setLogDisplay({ wraps: target.checked })} />
        {t('logs.wrap')}
      </label>
      <hr className={styles.rule} />
      {clocks.map((one) => (
        <label key={one} className={styles.choice}>
          <input type="radio" name="clock" checked={clock === one} onChange={() => setLogDisplay({ clock: one })} />
          {t(`logs.clock_${one}`)}
        </label>
      ))}
    </Panel>
  )
}

interface PanelProps {
  /** The current choice. */
  label: ReactNode
  name: string
  children: ReactNode
}

/** A button with a panel below it, which a click elsewhere or Escape closes. */
function Panel({ label, name, children }: PanelProps) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLFieldSetElement>(null)
  useFloating({ panel, anchor: () => opener.current?.getBoundingClientRect() })
  return (
    <div>
      <button ref={opener} type="button" className={styles.opener} popoverTarget={id} title={name}>
        <span className="visually-hidden">{name}: </span>
        <bdi>{label}</bdi>
        <ChevronDown size={14} aria-hidden />
      </button>
      <fieldset ref={panel} id={id} popover="auto" className={styles.panel} aria-label={name}>
        {children}
      </fieldset>
    </div>
  )
}
