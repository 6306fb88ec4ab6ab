/** Loads the built-in themes as the server writes them, to be applied in the page. */
import { builtIn } from '../../../src/domain/theme/built-in/index.ts'
import type { WebHere } from '../../harness/web-here.ts'

export interface Theme {
  name: string
  css: string
}

export async function themesOf({ client, url }: WebHere): Promise<Theme[]> {
  const themes: Theme[] = []
  for (const { name } of builtIn) {
    await client.change_settings({ themes: { active: name } })
    themes.push({ name, css: await (await fetch(`${url}/app/theme.css`)).text() })
  }
  await client.change_settings({ themes: { active: 'system' } })
  return themes
}
