/** Lists all targets, the cheapest first. */
import type { Target } from './run.ts'
import { digitalTouch, propertyLists, typedstream } from './targets/apple.ts'
import { bluebubbles } from './targets/bluebubbles.ts'
import { anyEndpoint } from './targets/endpoints.ts'
import { eventStreams } from './targets/event-streams.ts'
import { forms } from './targets/forms.ts'
import { imsgLines } from './targets/imsg-lines.ts'
import { mcpFrames } from './targets/mcp-frames.ts'
import { pluginFrames } from './targets/plugin-frames.ts'
import { ruleConditions } from './targets/rule-conditions.ts'
import { search } from './targets/search.ts'

export const targets: readonly Target[] = [
  typedstream,
  propertyLists,
  digitalTouch,
  ruleConditions,
  forms,
  pluginFrames,
  search,
  anyEndpoint,
  eventStreams,
  mcpFrames,
  bluebubbles,
  imsgLines,
]
