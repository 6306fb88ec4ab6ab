/** Writes Apple's property lists as XML, as far as launch agents and bundles need them. */
import { escapeMarkup } from './markup.ts'

export type PropertyValue = string | number | boolean | readonly string[] | { readonly [key: string]: PropertyValue }

export function propertyList(value: PropertyValue): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    ...linesOf(value),
    '</plist>',
    '',
  ].join('\n')
}

function linesOf(value: PropertyValue): string[] {
  if (typeof value === 'string') return [`<string>${escapeMarkup(value)}</string>`]
  if (typeof value === 'number') return [`<integer>${value}</integer>`]
  if (typeof value === 'boolean') return [value ? '<true/>' : '<false/>']
  if (isArray(value)) return ['<array>', ...value.flatMap(linesOf).map(indented), '</array>']
  const entries = Object.entries(value).flatMap(([key, each]) => [`<key>${escapeMarkup(key)}</key>`, ...linesOf(each)])
  return ['<dict>', ...entries.map(indented), '</dict>']
}

const isArray = (value: PropertyValue): value is readonly string[] => Array.isArray(value)
const indented = (line: string): string => `  ${line}`
