/** Ends the session of this browser; without a password there is none. */

import { useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { saying } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { t } from '../catalogue/texts.ts'
import { signOut } from '../live/sign-out.ts'
import { notify } from '../state/toasts.ts'

export function SignOut({ className }: { className: string | undefined }) {
  const queries = useQueryClient()
  if (useSession()?.mode !== 'session') return null
  const end = () => void signOut(queries).catch((error: unknown) => notify(saying(error), { kind: 'problem' }))
  return (
    <button type="button" className={className} onClick={end}>
      <LogOut size={18} aria-hidden />
      {t('shell.sign_out')}
    </button>
  )
}
