/** Reports whether messages can be sent from here, and if not, why. */
import { useQuery } from '@tanstack/react-query'
import { asking } from '../../api/ask.ts'
import { useCapability } from '../../api/capabilities.ts'
import { useMay, useSession } from '../../api/session.ts'
import { t } from '../../catalogue/texts.ts'

/** Returns the reason why nothing can be sent, or null while sending works or that is not known yet. */
export function useWhyNot(): string | null {
  const session = useSession()
  const mayWrite = useMay('write')
  const { isSuccess } = useQuery(asking('capabilities'))
  const { supported, reason } = useCapability('send_text')
  if (session === undefined || !isSuccess) return null
  if (!mayWrite) return t('compose.may_not')
  return supported ? null : (reason ?? t('compose.cannot'))
}

/**
 * The size limit of a file in bytes; undefined where the session is not an administrator's, since only they may read
 * it.
 */
export function useMaxBytes(): number | undefined {
  const isAdmin = useMay('admin')
  const { data } = useQuery({ ...asking('get_settings'), enabled: isAdmin })
  const megabytes = data?.send.max_file_mb
  return megabytes === undefined ? undefined : megabytes * 1_000_000
}
