/**
 * Fonts and pictures of a theme: files named in its theme.json, in one of four formats that are verified by content.
 */
import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, readFileSync, type Stats } from 'node:fs'
import { extname, join } from 'node:path'
import type { ThemePackage } from '../contract/theme.ts'
import { openOwned } from './owned-file.ts'

export interface ThemeAsset {
  /** The hash of the file with the extension of its format. */
  name: string
  type: string
  bytes: Uint8Array
}

interface Format {
  type: string
  most: number
  begins(bytes: Buffer): boolean
}

const kilobyte = 1_024
const picture = { most: 500 * kilobyte }
const said = (bytes: Buffer, from: number, text: string) => bytes.toString('latin1', from, from + text.length) === text

const formats: Readonly<Record<string, Format>> = {
  '.woff2': { type: 'font/woff2', most: 200 * kilobyte, begins: (bytes) => said(bytes, 0, 'wOF2') },
  '.webp': {
    ...picture,
    type: 'image/webp',
    begins: (bytes) => said(bytes, 0, 'RIFF') && said(bytes, 8, 'WEBP'),
  },
  '.avif': { ...picture, type: 'image/avif', begins: (bytes) => said(bytes, 4, 'ftypavif') },
  '.png': { ...picture, type: 'image/png', begins: (bytes) => said(bytes, 0, '\u0089PNG\r\n\u001a\n') },
}

export const assetNames = ({ fonts = {}, background }: ThemePackage): string[] =>
  [fonts.body, fonts.mono, background].filter((name) => name !== undefined)

/** Throws when the file is missing, too large, or not of the format that its extension names. */
export function readAsset(path: string): ThemeAsset {
  const format = formats[extname(path)]
  const fd = openOwned(path, constants.O_RDONLY)
  try {
    const { size } = fstatSync(fd)
    if (format === undefined || size > format.most) throw new Error(`it is larger than ${format?.most} bytes`)
    const bytes = readFileSync(fd)
    if (!format.begins(bytes)) throw new Error(`it is no ${extname(path).slice(1)}`)
    return { name: `${createHash('sha256').update(bytes).digest('hex')}${extname(path)}`, type: format.type, bytes }
  } finally {
    closeSync(fd)
  }
}

export interface ThemeAssets {
  /** Assets by their file name in the theme's folder. */
  of(theme: ThemePackage): Readonly<Record<string, ThemeAsset>>
}

/** Reads each file once, and again when it has changed. */
export function themeAssets(folder: string, onProblem: (path: string, error: Error) => void): ThemeAssets {
  const known = new Map<string, { look: string; asset: ThemeAsset }>()
  const lookOf = ({ size, mtimeMs, ino }: Stats) => `${size} ${mtimeMs} ${ino}`

  function assetAt(path: string): ThemeAsset {
    const fd = openOwned(path, constants.O_RDONLY)
    const look = lookOf(fstatSync(fd))
    closeSync(fd)
    const before = known.get(path)
    if (before?.look === look) return before.asset
    const asset = readAsset(path)
    known.set(path, { look, asset })
    return asset
  }

  return {
    of: (theme) =>
      Object.fromEntries(
        assetNames(theme).flatMap((name) => {
          const path = join(folder, theme.name, name)
          try {
            return [[name, assetAt(path)]]
          } catch (error) {
            onProblem(`${theme.name}/${name}`, error as Error)
            return []
          }
        }),
      ),
  }
}
