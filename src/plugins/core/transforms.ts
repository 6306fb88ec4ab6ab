/**
 * Transforms (content filter, encryption) on the way to one plugin: each sees what the one before left, and any may drop the
 * message. They are applied when a delivery is handed over, not when the message is taken in, for three reasons. They differ
 * from plugin to plugin. The settings of now count, also for what has waited or is replayed. And one that fails holds up the
 * deliveries that it concerns, instead of the relay, and loses none: the journal keeps the message as it was written.
 */
import type { RelayMessage } from '../../domain/message.ts'
import type { AttachmentBytes } from '../calls/doors.ts'

export interface Transform {
  name: string
  /** Undefined drops the message. */
  apply(message: RelayMessage): Promise<RelayMessage | undefined>
  bytes(file: AttachmentBytes): Promise<AttachmentBytes>
}

/** In the order in which they are applied. */
export type TransformsFor = (plugin: string) => readonly Transform[]

export type Transformed = { message: RelayMessage } | { droppedBy: string } | { failed: string }

/** A failure never lets the message through as it was: what should be sealed or filtered is not shown. */
export async function applyTransforms(original: RelayMessage, transforms: readonly Transform[]): Promise<Transformed> {
  let message = original
  for (const { name, apply } of transforms) {
    try {
      const next = await apply(message)
      if (next === undefined) return { droppedBy: name }
      message = next
    } catch (error) {
      return { failed: `${name}: ${error instanceof Error ? error.message : String(error)}` }
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
