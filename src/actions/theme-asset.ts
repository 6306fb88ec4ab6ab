/** Implements GET /theme-assets/{name}. */
import { ServiceError } from '../domain/service-error.ts'
import type { Action } from './action.ts'

/** The name identifies the content, so it never changes. */
const forGood = 'private, max-age=31536000, immutable'

export const themeAsset: Action<'theme_asset'> = ({ name }, { themes }) => {
  const assets = themes.packages().flatMap((theme) => Object.values(themes.assets(theme)))
  const asset = assets.find((each) => each.name === name)
  if (asset === undefined) throw new ServiceError('not_found', 'No theme has such a file.')
  const { type, bytes } = asset
  return {
    status: 200,
    headers: { 'content-type': type, 'content-length': String(bytes.length), 'cache-control': forGood },
    body: bytes,
  }
}
