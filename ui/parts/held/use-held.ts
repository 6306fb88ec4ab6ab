/** Asks for messages that wait for the owner, and tells the service what the owner decides. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Params } from '../../../src/client/client-over.ts'
import type { HeldSend } from '../../../src/contract/outbox.ts'
import { asking } from '../../api/ask.ts'
import { client } from '../../api/client.ts'
import { errorText } from '../../api/error-text.ts'
import { useMay } from '../../api/session.ts'

const none: readonly HeldSend[] = []
/** They expire, and a page whose stream was away may have missed one. */
const againMs = 30_000

/** The oldest first; nothing for whoever may not decide. */
export function useHeld(): readonly HeldSend[] {
  const mayDecide = useMay('admin')
  const { data = none } = useQuery({ ...asking('list_outbox'), enabled: mayDecide, refetchInterval: againMs })
  return data
}

/** `problem` says why the last decision failed. */
export function useDecision({ id, version }: Pick<HeldSend, 'id' | 'version'>) {
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function run(work: () => Promise<unknown>): Promise<void> {
    setBusy(true)
    const failure = await work().then(
      () => null,
      (error: unknown) => errorText(error),
    )
    setProblem(failure)
    setBusy(false)
    await queries.invalidateQueries({ queryKey: ['list_outbox'] })
  }
  return {
    problem,
    isBusy,
    release: (how: Omit<Params<'release_held'>, 'id' | 'version'> = {}) =>
      run(() => client.release_held({ id, version, ...how })),
    refuse: () => run(() => client.refuse_held({ id })),
  }
}
