/**
 * Imports a theme from a file in any of three formats: our own, one with `colors`, `structure` and `decorations`, and
 * Design Tokens.
 */
import { type ThemeMode, type ThemePackage, type ThemeTokens, themeModes } from '../../../contract/theme.ts'
import { black, readColour } from '../colour.ts'
import { poleOf } from '../derived.ts'
import { readTheme } from '../read-theme.ts'
import { designTokens } from './design-tokens.ts'
import { takeTokens } from './foreign-tokens.ts'
import { isPlain, type Plain } from './plain.ts'

export type ImportedTheme = { theme: ThemePackage; notes: string[] } | { problem: string; theme?: undefined }

const mostNotes = 40

export function importTheme(file: unknown): ImportedTheme {
  if (!isPlain(file)) return { problem: 'It is no theme: a JSON object was expected.' }
  if ('schema' in file) return ofOurForm(file)
  const { modes, notes } = isPlain(file.colors) ? ofSections(file) : ofDesignTokens(file)
  if (Object.values(modes).every((tokens) => Object.keys(tokens).length === 0))
    return { problem: 'It is no theme: no colour was found that could be used.' }
  const title = titleOf(file)
  const { theme, problem } = readTheme({ schema: 1, name: nameOf(title), title, ...authorOf(file), modes })
  return theme === undefined ? { problem } : { theme, notes: notes.slice(0, mostNotes) }
}

/** Fonts and pictures are not imported, since they would be files beside the imported one. */
function ofOurForm({ fonts, background, ...file }: Plain): ImportedTheme {
  const { theme, problem } = readTheme(file)
  if (theme === undefined) return { problem }
  const left = fonts === undefined && background === undefined ? [] : ['Fonts and pictures come with packages alone.']
  return { theme, notes: left }
}

interface Found {
  modes: Partial<Record<ThemeMode, ThemeTokens>>
  notes: string[]
}

function ofSections(file: Plain): Found {
  const notes = ['custom_css', 'customCss', 'css'].some((key) => key in file)
    ? ['Its stylesheet (custom_css) was left out: a theme is data alone.']
    : []
  const rest = [file.structure, file.decorations].flatMap((section) =>
    isPlain(section) ? Object.entries(section) : [],
  )
  const colours = isPlain(file.colors) ? file.colors : {}
  const byMode = themeModes.filter((mode) => isPlain(colours[mode]))
  const ofMode = (own: unknown) => {
    const taken = takeTokens([...Object.entries(isPlain(own) ? own : {}), ...rest])
    notes.push(...taken.notes.filter((note) => !notes.includes(note)))
    return taken.tokens
  }
  if (byMode.length > 0)
    return { modes: Object.fromEntries(byMode.map((mode) => [mode, ofMode(colours[mode])])), notes }
  const tokens = ofMode(colours)
  return { modes: { [modeOf(tokens)]: tokens }, notes }
}

function ofDesignTokens(file: Plain): Found {
  const found = designTokens(file)
  const forAll = found.get('any') ?? []
  const notes: string[] = []
  const named = themeModes.filter((mode) => found.has(mode))
  const ofMode = (own: [string, unknown][]) => {
    const taken = takeTokens([...forAll, ...own])
    notes.push(...taken.notes.filter((note) => !notes.includes(note)))
    return taken.tokens
  }
  if (named.length > 0)
    return { modes: Object.fromEntries(named.map((mode) => [mode, ofMode(found.get(mode) ?? [])])), notes }
  const tokens = ofMode([])
  return { modes: { [modeOf(tokens)]: tokens }, notes }
}

const modeOf = ({ background }: ThemeTokens): ThemeMode => {
  const colour = readColour(background ?? '#fff')
  return colour === undefined || poleOf(colour) === black ? 'light' : 'dark'
}

const longestTitle = 60

function titleOf({ title, name, $description }: Plain): string {
  const given = [title, name, $description].find((each) => typeof each === 'string' && each.trim() !== '')
  return typeof given === 'string' ? given.trim().slice(0, longestTitle) : 'Imported theme'
}

const authorOf = ({ author }: Plain) => (typeof author === 'string' ? { author: author.slice(0, 80) } : {})

const nameOf = (title: string): string => {
  const name = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')
  return name === '' ? 'imported' : name
}
