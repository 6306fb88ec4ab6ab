/**
 * Names the built files. The page lists what each of its parts needs before it first paints, so most names are as short as
 * they can be; those of the first files tell what they are.
 */
import type { Rolldown } from 'vite'

const told: ReadonlySet<string> = new Set(['page', 'ahead', 'asking', 'rolldown-runtime', 'index'])

export const scriptName = ({ name }: Pick<Rolldown.PreRenderedChunk, 'name'>): string =>
  told.has(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js'

export const assetName = ({ names }: Pick<Rolldown.PreRenderedAsset, 'names'>): string =>
  told.has(names[0]?.split('.')[0] ?? '') ? 'assets/[name]-[hash:7][extname]' : 'assets/[hash:7][extname]'
