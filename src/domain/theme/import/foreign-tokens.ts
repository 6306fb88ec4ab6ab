/** Converts colours and lengths with the names of other programs, as far as there is an equivalent here. */
import { Value } from '@sinclair/typebox/value'
import { ThemeTokens } from '../../../contract/theme.ts'
import { type ThemeColour, type ThemeNumber, themeColours, themeNumbers } from '../../../contract/theme-tokens.ts'
import { readColour } from '../colour.ts'

export interface Taken {
  tokens: ThemeTokens
  /** A sentence for each token that was left out. */
  notes: string[]
}

export function takeTokens(given: Iterable<readonly [name: string, value: unknown]>): Taken {
  const taken: Taken = { tokens: {}, notes: [] }
  for (const [name, value] of given) {
    const ours = ourNameOf(name)
    const token = tokenOf(ours, value)
    if (token === undefined) taken.notes.push(`${shortened(name)} was left out: there is nothing like it here.`)
    else {
      Object.assign(taken.tokens, { [ours]: token.value })
      if (token.isBounded) taken.notes.push(`${ours} was brought within its bounds.`)
    }
  }
  return taken
}

interface Token {
  value: string | number
  isBounded?: boolean
}

function tokenOf(name: string, value: unknown): Token | undefined {
  if (themeColours.includes(name as ThemeColour))
    return typeof value === 'string' && readColour(value) !== undefined ? { value } : undefined
  if (Object.hasOwn(themeNumbers, name)) return numberOf(name as ThemeNumber, value)
  return typeof value === 'string' && Value.Check(ThemeTokens, { [name]: value }) ? { value } : undefined
}

const units: Readonly<Record<string, number>> = { px: 1, rem: 16, em: 16, ms: 1, s: 1_000, '': 1 }

function numberOf(name: ThemeNumber, value: unknown): Token | undefined {
  const [, digits, unit = ''] = /^(-?\d{1,5}(?:\.\d{1,4})?)(px|rem|em|ms|s)?$/.exec(String(value).trim()) ?? []
  if (digits === undefined) return undefined
  const [{ least, most }, wanted] = [themeNumbers[name], Number(digits) * (units[unit] ?? 1)]
  const within = Math.min(Math.max(wanted, least), most)
  return { value: within, isBounded: within !== wanted }
}

/** Maps foreign names to ours, once suffixes such as `-text` and `-bg` have been normalised. */
const synonyms: Readonly<Record<string, string>> = {
  ...{ bg: 'background', text: 'foreground', fg: 'foreground', error: 'destructive', danger: 'destructive' },
  ...{ 'msg-me': 'bubble-me', 'msg-them': 'bubble-them', 'msg-sms': 'bubble-sms', shadow: 'shadow-colour' },
  ...{ 'msg-me-foreground': 'bubble-me-foreground', 'msg-them-foreground': 'bubble-them-foreground' },
  ...{ 'msg-sms-foreground': 'bubble-sms-foreground', 'border-radius': 'radius', 'msg-radius': 'bubble-radius' },
  ...{
    font: 'font-body',
    'font-family': 'font-body',
    'transition-duration': 'duration',
    'text-muted': 'muted-foreground',
  },
}

function ourNameOf(name: string): string {
  const plain = name
    .replace(/^--/, '')
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll(/[_.\s]+/g, '-')
    .toLowerCase()
    .replace(/^(colou?r|structure|decoration)s?-(?=.)/, '')
  const inOurWords = plain.replace(/(?<=.)-(text|fg)$/, '-foreground').replace(/(?<=.)-(bg|background)$/, '')
  return Object.hasOwn(synonyms, inOurWords) ? (synonyms[inOurWords] ?? inOurWords) : inOurWords
}

const shortened = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name)
