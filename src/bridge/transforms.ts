/** Inbound transforms (content filter, encryption): each sees what the one before left; any of them may drop the message. */
import type { RelayMessage } from '../domain/message.ts'

export interface Transform {
  name: string
  /** Undefined drops the message. */
  apply(message: RelayMessage): Promise<RelayMessage | undefined>
}

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
