/** Asks for scheduled messages, and changes them. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Params } from '../../../src/client/client-over.ts'
import type { Scheduled } from '../../../src/contract/send.ts'
import { asking } from '../../api/ask.ts'
import { client } from '../../api/client.ts'
import { errorText } from '../../api/error-text.ts'
import { useMay } from '../../api/session.ts'
import { conversationKey } from '../../outbox/outbox.ts'

const none: readonly Scheduled[] = []

/** Those of one conversation, or all; nothing for whoever may only read. */
export function useScheduled(guid?: string): readonly Scheduled[] {
  const mayWrite = useMay('write')
  const { data = none } = useQuery({ ...asking('list_scheduled'), enabled: mayWrite })
  if (guid === undefined) return data
  const key = conversationKey(guid)
  return data.filter(({ chat_guid, handle }) => conversationKey(chat_guid ?? handle) === key)
}

const readScheduledAgain = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['list_scheduled'] })

type Change = Omit<Params<'change_scheduled'>, 'id'>

/** Runs one change at a time; `problem` says why the last one was refused. */
export function useScheduledChange(id: string) {
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function run(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true)
    const failure = await work().then(
      () => null,
      (error: unknown) => errorText(error),
    )
    setProblem(failure)
    setBusy(false)
    await readScheduledAgain(queries)
    return failure === null
  }
  return {
    problem,
    isBusy,
    forget: () => setProblem(null),
    change: (change: Change) => run(() => client.change_scheduled({ id, ...change })),
    cancel: () => run(() => client.cancel_scheduled({ id })),
  }
}
