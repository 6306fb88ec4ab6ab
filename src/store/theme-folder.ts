/**
 * Reads themes/<name>/theme.json: themes that the user has installed. They are data only and must match the schema; any
 * other is reported once.
 */
import { closeSync, constants, fstatSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '../contract/log-entry.ts'
import type { ThemePackage } from '../contract/theme.ts'
import { readTheme } from '../domain/theme/read-theme.ts'
import { writeAtomically } from './atomic-file.ts'
import { openOwned, prepareFolder } from './owned-file.ts'
import { type ThemeAsset, themeAssets } from './theme-assets.ts'

export interface ThemeFolder {
  /** The usable themes, by name. */
  packages(): ThemePackage[]
  /** The assets of a theme, by file name. */
  assets(theme: ThemePackage): Readonly<Record<string, ThemeAsset>>
  /** Saves a theme and replaces one of the same name. */
  put(theme: ThemePackage, files?: Readonly<Record<string, Uint8Array>>): void
  /** Returns false when there is no theme of that name. */
  remove(name: string): boolean
}

const largestTheme = 64 * 1024
const maxPackages = 200
const fileName = 'theme.json'

export function themeFolder(folder: string, log: Logger): ThemeFolder {
  const reported = new Set<string>()
  const report = (name: string, error: Error) => {
    const complaint = `theme ${JSON.stringify(name)} cannot be used: ${error.message}`
    if (!reported.has(complaint)) log.warn(complaint)
    reported.add(complaint)
  }
  const assets = themeAssets(folder, report)

  function read(name: string): ThemePackage[] {
    try {
      return [readPackage(folder, name)]
    } catch (error) {
      report(name, error as Error)
      return []
    }
  }
  return {
    packages: () => foldersIn(folder).flatMap(read),
    assets: assets.of,
    put(theme, files = {}) {
      const own = join(folder, theme.name)
      prepareFolder(folder)
      rmSync(own, { recursive: true, force: true })
      prepareFolder(own)
      for (const [name, bytes] of Object.entries(files)) writeAtomically(join(own, name), bytes)
      // theme.json is written last, since the theme exists once this file does.
      writeAtomically(join(own, fileName), `${JSON.stringify(theme, null, 2)}\n`)
    },
    remove(name) {
      if (!foldersIn(folder).includes(name)) return false
      rmSync(join(folder, name), { recursive: true, force: true })
      return true
    },
  }
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
  const { theme, problem } = readTheme(JSON.parse(readThemeText(join(folder, name, fileName))))
  if (theme === undefined) throw new Error(problem)
  if (theme.name !== name) throw new Error('its folder has another name than it says')
  return theme
}

/** Throws when the file is larger than any theme may be. */
export function readThemeText(path: string): string {
  const fd = openOwned(path, constants.O_RDONLY)
  try {
    if (fstatSync(fd).size > largestTheme) throw new Error(`it is larger than ${largestTheme} bytes`)
    return readFileSync(fd, 'utf8')
  } finally {
    closeSync(fd)
  }
}
