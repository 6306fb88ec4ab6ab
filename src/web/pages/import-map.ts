/** Where plugins that are a part of the page find its own modules: a map that stands in the page, and its hash in the policy. */
import { createHash } from 'node:crypto'
import { moduleFolder, pageModules } from '../../contract/page-modules.ts'

export const importMap = JSON.stringify({
  imports: Object.fromEntries(
    Object.entries(pageModules).map(([name, file]) => [name, `/app/${moduleFolder}/${file}`]),
  ),
})

export const importMapHash = `sha256-${createHash('sha256').update(importMap).digest('base64')}`
