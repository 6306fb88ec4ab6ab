/** Reports whether messages can be sent from here, and if not, why. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Capability } from '../../../src/contract/capability.ts'
import { asking } from '../../api/ask.ts'
import { useCapability } from '../../api/capabilities.ts'
import { useMay, useSession } from '../../api/session.ts'
import { withRelayTexts } from '../../catalogue/page-texts.ts'
import { t } from '../../catalogue/texts.ts'

/** How often the service is asked while nothing can be sent: no event tells that the obstacle is gone. */
const againMs = 5_000

/** Returns the reason why nothing can be sent, or null while sending works or that is not known yet. */
export function useWhyNot(): string | null {
  const session = useSession()
  const mayWrite = useMay('write')
  const { isSuccess } = useQuery({
    ...asking('capabilities'),
    refetchInterval: ({ state: { data } }) => data?.some(isMissing) === true && againMs,
  })
  const { supported, reason } = useCapability('send_text')
  const words = useReasonWords(supported ? null : reason)
  if (session === undefined || !isSuccess) return null
  if (!mayWrite) return t('compose.may_not')
  return supported ? null : (words ?? t('compose.cannot'))
}

const isMissing = ({ name, supported }: Capability): boolean => name === 'send_text' && !supported

/** The words for reasons are loaded once there is one; until then, and if that fails, it is said as it was given. */
function useReasonWords(reason: string | null): string | null {
  const [say, setSay] = useState<(reason: string) => string>()
  const isGiven = reason !== null
  useEffect(() => {
    if (!isGiven) return
    withRelayTexts(import('../../catalogue/reason-words.ts')).then(
      ({ reasonWords }) => setSay(() => reasonWords),
      () => undefined,
    )
  }, [isGiven])
  return reason === null || say === undefined ? reason : say(reason)
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
