/**
 * The import map by which plugins that are part of the page find its modules, and its hash for the policy of the page.
 */
import { createHash } from 'node:crypto'
import { moduleFolder, pageModules } from '../../contract/page-modules.ts'

export const importMap = JSON.stringify({
  imports: Object.fromEntries(
    Object.entries(pageModules).map(([name, file]) => [name, `/app/${moduleFolder}/${file}`]),
  ),
})

export const importMapHash = `sha256-${createHash('sha256').update(importMap).digest('base64')}`
