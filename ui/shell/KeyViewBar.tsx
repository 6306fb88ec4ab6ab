/** Says above everything that this is what an API key sees, and leads back to the owner's own view. */
import { Eye } from 'lucide-react'
import { useSession } from '../api/session.ts'
import { t } from '../catalogue/texts.ts'
import { keySentence } from '../parts/grant/key-sentence.ts'
import { keysAddress } from '../routes.ts'
import styles from './KeyView.module.css'

const mostNamed = 4

export function KeyViewBar() {
  const key = useSession()?.as_key
  return (
    <aside className={styles.bar} aria-label={t('grant.view')} data-region>
      <Eye size={18} aria-hidden />
      <p>
        <strong>{key ? t('grant.view_of', { name: key.label }) : t('grant.view')}</strong>
        {key && <small>{keySentence({ ...key, expiresAt: key.expires_at, mostNamed })}</small>}
      </p>
      {/* A plain link instead of the router's: leaving the view discards everything that was loaded in it. */}
      <a href={keysAddress}>{t('grant.view_end')}</a>
    </aside>
  )
}
