/** Implements GET /app/theme.css. */
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { chosenLooks } from '../domain/theme/choice.ts'
import { stylesheetOf } from '../domain/theme/stylesheet.ts'
import type { Action } from './action.ts'
import { activeTheme, allThemes, enhancedLooks } from './theme-look.ts'

export const themeStylesheet: Action<'theme_stylesheet'> = (_input, services, { headers }) => {
  const themes = allThemes(services)
  const current = services.settings.current().themes
  const looks = chosenLooks({ ...current, active: activeTheme(current, themes) }, themes)
  const css = stylesheetOf({
    looks,
    enhanced: enhancedLooks(current, looks),
    addresses: (theme) =>
      Object.fromEntries(
        Object.entries(services.themes.assets(theme)).map(([file, { name }]) => [file, `/theme-assets/${name}`]),
      ),
  })
  const etag = `"${createHash('sha256').update(css).digest('base64url').slice(0, 22)}"`
  const type = 'text/css; charset=utf-8'
  const own = { etag, 'cache-control': 'no-cache', 'content-type': type, vary: 'accept-encoding' }
  if (headers['if-none-match'] === etag) return { status: 304, headers: own, body: null }
  // Compressed because the browser renders nothing before the stylesheet has arrived.
  const isPacked = /\bgzip\b/.test(headers['accept-encoding'] ?? '')
  const body = isPacked ? gzipSync(css) : Buffer.from(css)
  const encoding = isPacked && { 'content-encoding': 'gzip' }
  return { status: 200, headers: { ...own, ...encoding, 'content-length': String(body.length) }, body }
}
