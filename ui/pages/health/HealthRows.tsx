/** Lists parts of the service, each with its figure, its state and its remedy. */

import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Fix, HealthRow } from '../../../src/contract/health.ts'
import { client } from '../../api/client.ts'
import type { FindingWords } from '../../catalogue/finding-words.ts'
import { t } from '../../catalogue/texts.ts'
import { Button, LinkButton } from '../../kit/Button.tsx'
import { toClipboard } from '../../kit/clipboard.ts'
import { complain } from '../../kit/complain.ts'
import { Card } from '../../kit/PageFrame.tsx'
import { base } from '../../routes.ts'
import { notify } from '../../state/toasts.ts'
import styles from './HealthPage.module.css'
import { figureOf, findingOf, stateOf, titleOf } from './report-text.ts'

interface Props {
  rows: readonly HealthRow[]
  say: FindingWords
  children?: ReactNode
}

export const HealthRows = ({ rows, say, children }: Props) => (
  <Card>
    {rows.map((row) => (
      <Row key={row.name} row={row} say={say} />
    ))}
    {children}
  </Card>
)

function Row({ row, say }: { row: HealthRow; say: FindingWords }) {
  const said = findingOf(row, say)
  return (
    <div className={styles.row} data-state={row.state}>
      <span>{titleOf(row)}</span>
      <span className={styles.value}>{figureOf(row)}</span>
      <span className={styles.state}>{stateOf(row)}</span>
      {said !== undefined && (
        <p className={styles.message} lang={said.lang} dir="auto">
          {said.text}
        </p>
      )}
      {row.fix !== null && <FixButton fix={row.fix} about={titleOf(row)} />}
    </div>
  )
}

export const ClockRow = ({ seconds }: { seconds: number }) => (
  <div className={styles.row}>
    <span>{t('health.clock')}</span>
    <span className={styles.value}>{figureOf({ value: seconds, unit: 'seconds' })}</span>
  </div>
)

/** A button that fixes the problem of a row, or leads to the page where it is fixed. */
function FixButton({ fix, about }: { fix: Fix; about: string }) {
  const mend = useFix()
  if (fix.by === 'page')
    return (
      <span className={styles.fix}>
        <LinkButton size="small" href={fix.path.slice(base.length)}>
          {t('health.fix_look')}
        </LinkButton>
      </span>
    )
  return (
    <span className={styles.fix}>
      {fix.by === 'command' && <code dir="ltr">{fix.command}</code>}
      <Button size="small" onClick={() => mend(fix)}>
        {fix.by === 'command' ? t('kit.copy') : t(fix.by === 'restart' ? 'health.fix_restart' : 'health.fix')}
        <span className="visually-hidden">{` · ${about}`}</span>
      </Button>
    </span>
  )
}

type DirectFix = Exclude<Fix, { by: 'page' }>

/** Carries out a fix: opens a settings pane or restarts a process on the Mac, or copies a command. */
function useFix(): (fix: DirectFix) => void {
  const queries = useQueryClient()
  return (fix) => {
    applyFix(fix)
      .then((said) => notify(said))
      .catch(complain)
      .finally(() => void queries.invalidateQueries({ queryKey: ['health_report'] }))
  }
}

async function applyFix(fix: DirectFix): Promise<string> {
  switch (fix.by) {
    case 'pane':
      await client.open_pane({ pane: fix.pane })
      return t('health.opened')
    case 'restart':
      await client.restart_process({ process: fix.process })
      return t('health.restarting')
    case 'command':
      await toClipboard(fix.command)
      return t('health.command_copied', { command: fix.command })
  }
}
