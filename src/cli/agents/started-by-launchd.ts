/** Reads which program the installed definitions name, which may be of an earlier installation. */
import { existsSync, readFileSync } from 'node:fs'
import { unescapeMarkup } from '../../base/markup.ts'
import type { Environment } from '../environment.ts'
import { definitionFile } from './launchd.ts'

/** Returns the paths that a definition names as its program. */
export const startedBy = (text: string): string[] =>
  [
    ...(/<key>ProgramArguments<\/key>\s*<array>([\s\S]*?)<\/array>/.exec(text)?.[1]?.matchAll(/<string>(\/[^<]*)</g) ??
      []),
  ].map(([, path = '']) => unescapeMarkup(path))

/** Returns the Node that launchd starts, which may not be the one that runs this command. */
export function startedByLaunchd({ home }: Pick<Environment, 'home'>): string | undefined {
  const file = definitionFile(home, 'bridge')
  return existsSync(file) ? startedBy(readFileSync(file, 'utf8'))[0] : undefined
}
