/**
 * Decides how a plugin is embedded in the page: in a frame of its own, unless it came with the product or its user
 * trusts it fully.
 */
import type { PageLane } from '../../contract/plugin-page.ts'

export const laneOf = ({ isBundled, isTrusted }: { isBundled: boolean; isTrusted: boolean }): PageLane =>
  isBundled || isTrusted ? 'page' : 'frame'
