/** Queries the state of the listener for other apps, turns it on and off, and makes its password. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BlueBubblesPassword } from '../../../../src/contract/compat.ts'
import { asking } from '../../../api/ask.ts'
import { client } from '../../../api/client.ts'
import { useSettingsResource } from '../../../api/settings-resource.ts'
import { complain } from '../../../kit/complain.ts'

const everyMs = 5_000
/** The listener follows the settings within moments. */
const whileChangingMs = 300

export interface MadePassword extends BlueBubblesPassword {
  /** Whether another password stopped working. */
  isReplacement: boolean
}

export function useCompat() {
  const queries = useQueryClient()
  const settings = useSettingsResource()
  const [made, setMade] = useState<MadePassword>()
  const [isBusy, setBusy] = useState(false)
  const { data, error, refetch } = useQuery({
    ...asking('compat'),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.bluebubbles.state === 'starting' ? whileChangingMs : everyMs),
  })
  const bluebubbles = data?.bluebubbles
  const read = () => Promise.all(['compat', 'list_keys'].map((name) => queries.invalidateQueries({ queryKey: [name] })))
  const working = async (work: () => Promise<unknown>) => {
    setBusy(true)
    await work().catch(complain)
    await read()
    setBusy(false)
  }
  const makePassword = async (isReplacement: boolean) =>
    setMade({ ...(await client.new_bluebubbles_password({})), isReplacement })
  return {
    bluebubbles,
    error,
    retry: () => void refetch(),
    isBusy,
    /** The password that was made last, until the reader has saved it. */
    made,
    forget: () => setMade(undefined),
    newPassword: () => working(() => makePassword(bluebubbles?.key !== null)),
    /** Turns it on or off. The first time a password is needed as well. */
    turn: (enabled: boolean) =>
      working(async () => {
        await settings.change({ compat: { bluebubbles: { enabled } } })
        if (enabled && bluebubbles?.key === null) await makePassword(false)
      }),
  }
}
