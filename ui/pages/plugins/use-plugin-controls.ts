/** Sends a test to a plugin, retries what waits for it, and pauses and resumes it. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Result } from '../../../src/client/client-over.ts'
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import { client } from '../../api/client.ts'
import { t } from '../../catalogue/texts.ts'
import { complain } from '../../kit/complain.ts'
import { notify } from '../../state/toasts.ts'

export type PluginTest = Result<'test_plugin'>

export function usePluginControls({ name, display_name: title }: Pick<PluginRecord, 'name' | 'display_name'>) {
  const queries = useQueryClient()
  const [isTesting, setTesting] = useState(false)
  const [test, setTest] = useState<PluginTest>()
  const act = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      complain(error)
    }
    void queries.invalidateQueries({ queryKey: ['list_plugins'] })
  }
  return {
    isTesting,
    /** The result of the last test. */
    test,
    async sendTest() {
      setTest(undefined)
      setTesting(true)
      await act(async () => setTest(await client.test_plugin({ name })))
      setTesting(false)
    },
    retryNow: () =>
      act(async () => {
        const { changed } = await client.retry_plugin({ name })
        notify(t('plugins.retried', { count: changed }))
      }),
    setPaused: (isPaused: boolean) =>
      act(async () => {
        await (isPaused ? client.pause_plugin({ name }) : client.resume_plugin({ name }))
        notify(t(isPaused ? 'plugins.paused_now' : 'plugins.resumed_now', { name: title }))
      }),
  }
}
