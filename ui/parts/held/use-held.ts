/** Asks for messages that wait for the owner, and tells the service what the owner decides. */
import { useQuery } from '@tanstack/react-query'
import type { Params } from '../../../src/client/client-over.ts'
import type { HeldSend } from '../../../src/contract/outbox.ts'
import type { Send } from '../../../src/contract/send.ts'
import { asking } from '../../api/ask.ts'
import { client } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { useChange } from '../../api/use-change.ts'

const none: readonly HeldSend[] = []
/** The list is read again this often, since messages expire and the stream may have missed an event. */
const againMs = 30_000

/** The oldest first; nothing for whoever may not decide. */
export function useHeld(): readonly HeldSend[] {
  return useHeldIfKnown() ?? none
}

/** Undefined until the service has answered. */
export function useHeldIfKnown(): readonly HeldSend[] | undefined {
  const mayDecide = useMay('admin', 'list_outbox')
  const { data } = useQuery({ ...asking('list_outbox'), enabled: mayDecide, refetchInterval: againMs })
  return data
}

/**
 * Returns the outcome of a message that no longer waits; undefined while it waits, or while the outcome is not known.
 */
export function useOutcome(id: string | undefined): Outcome | undefined {
  const { data } = useQuery({ ...asking('get_send', { id: id ?? '' }), enabled: id !== undefined })
  return data && outcomeOf(data)
}

export type Outcome = 'sent' | 'refused' | 'expired'

function outcomeOf({ state, error }: Pick<Send, 'state' | 'error'>): Outcome | undefined {
  if (state === 'held') return undefined
  if (error?.code === 'send_refused') return 'refused'
  return error?.code === 'send_unanswered' ? 'expired' : 'sent'
}

/** `problem` says why the last decision failed. */
export function useDecision({ id, version }: Pick<HeldSend, 'id' | 'version'>) {
  const { problem, isBusy, run } = useChange('list_outbox')
  return {
    problem,
    isBusy,
    release: (how: Omit<Params<'release_held'>, 'id' | 'version'> = {}) =>
      run(() => client.release_held({ id, version, ...how })),
    refuse: () => run(() => client.refuse_held({ id })),
  }
}
