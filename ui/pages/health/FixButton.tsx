/** A button that fixes what a check found, or leads to the page where it is fixed. */
import { useQueryClient } from '@tanstack/react-query'
import type { Fix, HealthRow } from '../../../src/contract/health.ts'
import { client } from '../../api/client.ts'
import { t } from '../../catalogue/texts.ts'
import { Button, LinkButton } from '../../kit/Button.tsx'
import { toClipboard } from '../../kit/clipboard.ts'
import { complain } from '../../kit/complain.ts'
import { base } from '../../routes.ts'
import { notify } from '../../state/toasts.ts'
import { titleOf } from './report-text.ts'

/** Draws nothing where nothing can be done from here. */
export function FixButton({ row }: { row: HealthRow }) {
  const mend = useFix()
  const { fix } = row
  if (fix === null) return null
  if (fix.by === 'page')
    return (
      <LinkButton size="small" href={fix.path.slice(base.length)}>
        {row.name === 'password' ? t('health.fix_password') : t('health.fix_look')}
        {row.name !== 'password' && <About row={row} />}
      </LinkButton>
    )
  return (
    <>
      {fix.by === 'command' && <code dir="ltr">{fix.command}</code>}
      <Button size="small" onClick={() => mend(fix)}>
        {fix.by === 'command' ? t('kit.copy') : t(fix.by === 'restart' ? 'health.fix_restart' : 'health.fix')}
        <About row={row} />
      </Button>
    </>
  )
}

const About = ({ row }: { row: HealthRow }) => <span className="visually-hidden">{` · ${titleOf(row)}`}</span>

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
