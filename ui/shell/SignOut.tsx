/** The button that ends this browser's session; without a password there is none. */
import { LogOut } from 'lucide-react'
import { t } from '../catalogue/texts.ts'
import { useSignOut } from '../live/use-sign-out.ts'

export function SignOut({ className }: { className: string | undefined }) {
  const end = useSignOut()
  if (end === undefined) return null
  return (
    <li>
      <button type="button" className={className} onClick={end}>
        <LogOut size={18} aria-hidden />
        {t('shell.sign_out')}
      </button>
    </li>
  )
}
