/** themes/<name>/theme.json: looks that the user has put there. Data only, and only what holds to the form; the rest is reported once. */
import { closeSync, constants, fstatSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import type { Logger } from '../contract/log-entry.ts'
import { builtInThemes, ThemePackage } from '../contract/theme.ts'
import { openOwned } from './owned-file.ts'

export interface ThemeFolder {
  /** Those that can be used, by name. */
  packages(): ThemePackage[]
}

const maxBytes = 64 * 1024
const maxPackages = 200

export function themeFolder(folder: string, log: Logger): ThemeFolder {
  const reported = new Set<string>()

  function read(name: string): ThemePackage[] {
    try {
      return [readPackage(folder, name)]
    } catch (error) {
      const complaint = `theme ${JSON.stringify(name)} cannot be used: ${(error as Error).message}`
      if (!reported.has(complaint)) log.warn(complaint)
      reported.add(complaint)
      return []
    }
  }
  return { packages: () => foldersIn(folder).flatMap(read) }
}

function foldersIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => !name.startsWith('.'))
    return names.sort().slice(0, maxPackages)
  } catch {
    return []
  }
}

function readPackage(folder: string, name: string): ThemePackage {
  if (!lstatSync(join(folder, name)).isDirectory()) throw new Error('it is no folder')
  const theme: unknown = JSON.parse(readText(join(folder, name, 'theme.json')))
  if (!Value.Check(ThemePackage, theme)) {
    const fault = Value.Errors(ThemePackage, theme).First()
    throw new Error(`${fault?.path.slice(1).replaceAll('/', '.') || 'theme.json'}: ${fault?.message}`)
  }
  if (theme.name !== name) throw new Error('its folder has another name than it says')
  if (builtInThemes.some((builtIn) => builtIn === name)) throw new Error('it has the name of a built-in theme')
  return theme
}

function readText(path: string): string {
  const fd = openOwned(path, constants.O_RDONLY)
  try {
    if (fstatSync(fd).size > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`)
    return readFileSync(fd, 'utf8')
  } finally {
    closeSync(fd)
  }
}
