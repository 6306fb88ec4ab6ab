/** Asks for scheduled messages, and changes them. */
import { useQuery } from '@tanstack/react-query'
import type { Params } from '../../../src/client/client-over.ts'
import type { Scheduled } from '../../../src/contract/send.ts'
import { asking } from '../../api/ask.ts'
import { client } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { useChange } from '../../api/use-change.ts'
import { mayBeIn } from '../../outbox/outbox.ts'

const none: readonly Scheduled[] = []

/** Returns the scheduled messages of one conversation, or all; none for a reader who may not write. */
export function useScheduled(guid?: string): readonly Scheduled[] {
  const mayWrite = useMay('write', 'list_scheduled')
  const { data = none } = useQuery({ ...asking('list_scheduled'), enabled: mayWrite })
  if (guid === undefined) return data
  return data.filter(({ chat_guid, handle }) => mayBeIn(chat_guid ?? handle, guid))
}

type Change = Omit<Params<'change_scheduled'>, 'id'>

/** Runs one change at a time; `problem` says why the last one was refused. */
export function useScheduledChange(id: string) {
  const { run, ...state } = useChange('list_scheduled')
  return {
    ...state,
    change: (change: Change) => run(() => client.change_scheduled({ id, ...change })),
    cancel: () => run(() => client.cancel_scheduled({ id })),
  }
}
