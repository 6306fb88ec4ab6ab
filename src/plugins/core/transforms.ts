/**
 * Applies transforms (content filter, encryption) on the way to one plugin: each gets the result of the previous one,
 * and any may drop the message. They are applied when a delivery is handed over, not when the message is ingested, for
 * three reasons. They differ from plugin to plugin. The current settings apply, even to a message that waited or is
 * replayed. And a transform that fails holds up the deliveries that it concerns, instead of the relay, and loses none:
 * the journal keeps the message as it was written.
 */
import { messageOf } from '../../base/errors.ts'
import type { RelayMessage } from '../../domain/message.ts'
import type { AttachmentBytes } from '../calls/services.ts'

export interface Transform {
  name: string
  /** Returns undefined to drop the message. */
  apply(message: RelayMessage): Promise<RelayMessage | undefined>
  bytes(file: AttachmentBytes): Promise<AttachmentBytes>
}

export type Transformed = { message: RelayMessage } | { droppedBy: string } | { failed: string }

/**
 * Applies the transforms. A failure never lets the message through untransformed: what should be encrypted or filtered
 * is not shown.
 */
export async function applyTransforms(original: RelayMessage, transforms: readonly Transform[]): Promise<Transformed> {
  let message = original
  for (const { name, apply } of transforms) {
    try {
      const next = await apply(message)
      if (next === undefined) return { droppedBy: name }
      message = next
    } catch (error) {
      return { failed: `${name}: ${messageOf(error)}` }
    }
  }
  return { message }
}

export async function transformBytes(
  file: AttachmentBytes,
  transforms: readonly Transform[],
): Promise<AttachmentBytes> {
  let handed = file
  try {
    for (const { bytes } of transforms) handed = await bytes(handed)
    return handed
  } catch (error) {
    file.close()
    throw error
  }
}
