/** Installs the third-party programs that judge this one, each in one release, on demand and outside the repository. */
import { join } from 'node:path'
import { cachedPackages } from '../cache.ts'

export const tools = {
  '@arethetypeswrong/cli': '0.18.5',
  '@modelcontextprotocol/client': '2.4.0',
  '@modelcontextprotocol/inspector': '2.12.0',
  '@redocly/cli': '2.77.0',
  '@stoplight/spectral-cli': '6.16.3',
  eventsource: '5.1.5',
  'html-validate': '11.18.0',
  'license-checker-rseidelsohn': '5.0.1',
  lighthouse: '13.5.0',
  'openapi-fetch': '0.17.0',
  'openapi-typescript': '7.13.0',
  publint: '0.3.25',
  standardwebhooks: '1.1.1',
  svix: '2.5.0',
  typescript: '5.9.3',
} as const

export type ToolName = keyof typeof tools

/** Returns a folder whose node_modules contains all of them. */
export const installTools = (): string => cachedPackages('judges', tools)

export const programOf = (folder: string, name: string): string => join(folder, 'node_modules/.bin', name)
