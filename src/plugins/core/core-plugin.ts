/**
 * Declares a plugin of the core tier, which is part of the product and runs inside the bridge. Besides fulfilling the
 * contract it may transform messages.
 */
import type { RelayMessage } from '../../domain/message.ts'
import type { Integration, IntegrationClass, PluginContext } from '../../plugin-api/index.ts'
import type { AttachmentBytes } from '../calls/services.ts'

export interface CorePlugin extends Integration {
  start(ctx: PluginContext): Promise<void>
  /**
   * Returns what the plugin of this name is handed instead, or undefined for nothing. When it throws, the message is
   * held back: it is tried again, and is never handed over untransformed.
   */
  transform?(message: RelayMessage, plugin: string): RelayMessage | undefined | Promise<RelayMessage | undefined>
  /** The same for the bytes of an attachment. */
  transformBytes?(file: AttachmentBytes, plugin: string): AttachmentBytes | Promise<AttachmentBytes>
}

export interface CorePluginClass extends Omit<IntegrationClass, 'new'> {
  new (): CorePlugin
}
