/** Runs changes of something that a list shows, one at a time, and says why the last one was refused. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallName } from '../../src/client/client-over.ts'
import { errorText } from './error-text.ts'

export function useChange(list: CallName) {
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  return {
    problem,
    isBusy,
    forget: () => setProblem(null),
    /** Returns whether it was done. The list is read again in any case. */
    async run(work: () => Promise<unknown>): Promise<boolean> {
      setBusy(true)
      const failure = await work().then(
        () => null,
        (error: unknown) => errorText(error),
      )
      setProblem(failure)
      setBusy(false)
      await queries.invalidateQueries({ queryKey: [list] })
      return failure === null
    },
  }
}
