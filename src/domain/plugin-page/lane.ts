/** In which lane a plugin is on the page: apart in a frame, unless it came with the product or its user trusts it wholly. */
import type { PageLane } from '../../contract/plugin-page.ts'

export const laneOf = ({ isBundled, isTrusted }: { isBundled: boolean; isTrusted: boolean }): PageLane =>
  isBundled || isTrusted ? 'page' : 'frame'
