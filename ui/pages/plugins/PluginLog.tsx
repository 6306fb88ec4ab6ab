/** The last lines that a plugin has written into the log, as they arrive. */
import { useQuery } from '@tanstack/react-query'
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import { asking } from '../../api/ask.ts'
import { dateAndTimeOf } from '../../catalogue/dates.ts'
import { locale, t } from '../../catalogue/texts.ts'
import { LinkButton } from '../../kit/Button.tsx'
import { Section } from '../../kit/PageFrame.tsx'
import sheet from '../../kit/sheet.module.css'
import { paths } from '../../routes.ts'
import { levelIcons } from '../logs/level-icons.ts'
import { momentOf } from '../logs/moments.ts'
import { useLogStream } from '../logs/use-log-stream.ts'
import { lastLinesOf } from './last-lines.ts'
import styles from './PluginLog.module.css'

const mostLines = 20

export function PluginLog({ name }: Pick<PluginRecord, 'name'>) {
  const { data: past = [] } = useQuery(asking('log_history', { source: name, limit: mostLines }))
  const { all: live } = useLogStream()
  const lines = lastLinesOf(name, { past, live, most: mostLines })
  return (
    <Section title={t('plugins.log')}>
      {lines.length === 0 ? (
        <p>{t('plugins.log_none')}</p>
      ) : (
        <ol className={`${sheet.sheet} ${styles.lines}`}>
          {lines.map(({ ts, level, msg }, index) => {
            const Icon = levelIcons[level]
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be the same in everything
              <li key={`${ts} ${index}`} data-level={level}>
                <time dateTime={ts} title={dateAndTimeOf(ts)}>
                  {momentOf(ts, { clock: 'local', nowMs: Date.now(), locale: locale() })}
                </time>
                <Icon size={14} role="img" aria-label={level} />
                <span dir="auto">{msg}</span>
              </li>
            )
          })}
        </ol>
      )}
      <div>
        <LinkButton href={paths.logs({ source: name })}>{t('plugins.log_open')}</LinkButton>
      </div>
    </Section>
  )
}
