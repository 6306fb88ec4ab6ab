/** Whether something can be sent from here, and if not, why in words. */
import { useQuery } from '@tanstack/react-query'
import { asking } from '../../api/ask.ts'
import { useCapability } from '../../api/capabilities.ts'
import { useMay, useSession } from '../../api/session.ts'
import { t } from '../../catalogue/texts.ts'

/** Null while it can, and while that is not known yet. */
export function useWhyNot(): string | null {
  const session = useSession()
  const mayWrite = useMay('write')
  const { isSuccess } = useQuery(asking('capabilities'))
  const { supported, reason } = useCapability('send_text')
  if (session === undefined || !isSuccess) return null
  if (!mayWrite) return t('compose.may_not')
  return supported ? null : (reason ?? t('compose.cannot'))
}

/** Of a file; undefined where only an administrator may know it. */
export function useMaxBytes(): number | undefined {
  const isAdmin = useMay('admin')
  const { data } = useQuery({ ...asking('get_settings'), enabled: isAdmin })
  const megabytes = data?.send.max_file_mb
  return megabytes === undefined ? undefined : megabytes * 1_000_000
}
