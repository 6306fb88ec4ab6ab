/** Lists the programs of others that judge this one. */
import { age } from './age.ts'
import { eventSource, standardWebhooks, svix } from './deliveries.ts'
import { generatedClient } from './generated-client.ts'
import type { Judge } from './judge.ts'
import { inspector, mcpClient } from './mcp.ts'
import { redocly, spectral } from './openapi.ts'
import { areTheTypesWrong, licences, publint } from './package.ts'
import { axe, htmlValidate, lighthouseDesktop, lighthousePhone } from './pages.ts'

export const judges: readonly Judge[] = [
  redocly,
  spectral,
  generatedClient,
  inspector,
  mcpClient,
  standardWebhooks,
  svix,
  eventSource,
  axe,
  lighthouseDesktop,
  lighthousePhone,
  htmlValidate,
  publint,
  areTheTypesWrong,
  licences,
  age,
]
