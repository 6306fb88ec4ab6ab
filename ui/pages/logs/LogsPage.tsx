/** The log, live: chosen by level and words, and held still while one reads. */
import { useDeferredValue, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { type LogLevel, logLevels } from '../../../src/contract/log-levels.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { inputClass } from '../../kit/Field.tsx'
import { PageFrame } from '../../kit/PageFrame.tsx'
import { paths } from '../../routes.ts'
import { addressOf, filterIn, shownLines } from './filter.ts'
import { LogList } from './LogList.tsx'
import styles from './LogsPage.module.css'
import { countsOf, type Lines } from './lines.ts'
import { useLogStream } from './use-log-stream.ts'

export default function LogsPage() {
  const live = useLogStream()
  const [held, hold] = useState<Lines>()
  const [filter, setFilter] = useState(filterIn(useSearch()))
  const [, navigate] = useLocation()
  const asked = useDeferredValue(filter)
  const { all } = held ?? live
  const counts = countsOf(all)
  const choose = (changes: Partial<typeof filter>) => {
    const changed = { ...filter, ...changes }
    setFilter(changed)
    navigate(`${paths.logs()}${addressOf(changed)}`, { replace: true })
  }
  const toggle = (level: LogLevel) => {
    const { levels } = filter
    choose({ levels: levels.includes(level) ? levels.filter((each) => each !== level) : [...levels, level] })
  }
  return (
    <PageFrame title={t('shell.log')} lead={t('logs.lead')} width="full">
      <div className={styles.bar}>
        <fieldset className={styles.levels} aria-label={t('logs.levels')}>
          {logLevels.map((level) => (
            <Button key={level} size="small" aria-pressed={filter.levels.includes(level)} onClick={() => toggle(level)}>
              {`${level} ${counts[level]}`}
            </Button>
          ))}
        </fieldset>
        <input
          {...{ type: 'search', className: inputClass, dir: 'auto', value: filter.text }}
          aria-label={t('logs.find')}
          placeholder={t('logs.find')}
          onChange={({ target }) => choose({ text: target.value })}
        />
        <Button onClick={() => hold(held === undefined ? live : undefined)}>
          {held === undefined ? t('logs.pause') : t('logs.resume', { count: live.nextId - held.nextId })}
        </Button>
      </div>
      <LogList lines={shownLines(all, asked)} />
    </PageFrame>
  )
}
