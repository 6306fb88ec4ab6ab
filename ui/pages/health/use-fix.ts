/** Carries out a fix: opens a settings pane or restarts a process on the Mac, or copies a command. */
import { useQueryClient } from '@tanstack/react-query'
import type { Fix } from '../../../src/contract/health.ts'
import { client } from '../../api/client.ts'
import { t } from '../../catalogue/texts.ts'
import { toClipboard } from '../../kit/clipboard.ts'
import { complain } from '../../kit/complain.ts'
import { notify } from '../../state/toasts.ts'

type Deed = Exclude<Fix, { by: 'page' }>

export function useFix(): (fix: Deed) => void {
  const queries = useQueryClient()
  return (fix) => {
    deedOf(fix)
      .then((said) => notify(said))
      .catch(complain)
      .finally(() => void queries.invalidateQueries({ queryKey: ['health_report'] }))
  }
}

async function deedOf(fix: Deed): Promise<string> {
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
