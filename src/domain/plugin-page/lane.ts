/** In which lane a plugin is on the page: apart in a frame, unless it came with the product or its user trusts it wholly. */
import type { Config } from '../../contract/config.ts'
import type { PageLane } from '../../contract/plugin-page.ts'

export function laneOf(
  { name, isBundled }: { name: string; isBundled: boolean },
  integrations: Config['integrations'],
): PageLane {
  if (isBundled) return 'page'
  return Object.hasOwn(integrations, name) && integrations[name]?.page_trust === 'full' ? 'page' : 'frame'
}
