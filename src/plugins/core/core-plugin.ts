/** A plugin of the core tier: ours, part of the product, run inside the bridge. Besides the contract it may transform. */
import type { RelayMessage } from '../../domain/message.ts'
import type { Integration, IntegrationClass, PluginContext } from '../../plugin-api/index.ts'
import type { AttachmentBytes } from '../calls/doors.ts'

export interface CorePlugin extends Integration {
  start(ctx: PluginContext): Promise<void>
  /**
   * What the plugin of this name is handed instead; undefined: nothing. What it throws keeps the message back: it is tried
   * again, and never goes as it was.
   */
  transform?(message: RelayMessage, plugin: string): RelayMessage | undefined | Promise<RelayMessage | undefined>
  /** The same for the bytes of an attachment. */
  transformBytes?(file: AttachmentBytes, plugin: string): AttachmentBytes | Promise<AttachmentBytes>
}

export interface CorePluginClass extends Omit<IntegrationClass, 'new'> {
  new (): CorePlugin
}
