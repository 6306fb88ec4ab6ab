/** Installs the third-party programs that judge this one, each in one release, on demand and outside the repository. */
import { join } from 'node:path'
import { cachedPackages } from '../cache.ts'

export const tools = {
  '@redocly/cli': '2.77.0',
  '@stoplight/spectral-cli': '6.16.3',
  'openapi-fetch': '0.17.0',
  'openapi-typescript': '7.13.0',
  typescript: '5.9.3',
} as const

export type ToolName = keyof typeof tools

/** Returns a folder whose node_modules contains all of them. */
export const installTools = (): string => cachedPackages('judges', tools)

export const programOf = (folder: string, name: string): string => join(folder, 'node_modules/.bin', name)
