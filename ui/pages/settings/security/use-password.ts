/** Reports whether a password is set, and sets, changes or removes it. */
import { useQueryClient } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'
import { useSession } from '../../../api/session.ts'

export interface PasswordChange {
  current: string
  /** Null removes the password. */
  password: string | null
}

export function usePassword() {
  const queries = useQueryClient()
  const session = useSession()
  return {
    isSet: session === undefined ? undefined : session.mode !== 'open',
    /** Rejects with the problem. */
    async change({ current, password }: PasswordChange): Promise<void> {
      await client.change_password({ password, ...(current !== '' && { current }) })
      await Promise.all(
        ['page_session', 'setup_checks', 'health_report', 'list_sessions'].map((name) =>
          queries.invalidateQueries({ queryKey: [name] }),
        ),
      )
    },
  }
}
