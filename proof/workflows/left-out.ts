/** Says why a step cannot run on this machine. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../../src/cli/hub/server-program.ts'

const programsOfMacos = ['ditto', 'xcrun', 'security', 'codesign'] as const

/** Returns undefined for a step that can. */
export function whyNotHere(script: string, folder: string): string | undefined {
  if (/\bnpm publish\b|\bgh release\b/.test(script)) return 'it publishes'
  const called = [...script.matchAll(/\bpackaging\/[\w./-]+\.sh\b/g)].map(([path]) => join(folder, path))
  const text = [script, ...called.filter((path) => existsSync(path)).map((path) => readFileSync(path, 'utf8'))].join(
    '\n',
  )
  const missing = programsOfMacos.filter(
    (program) => new RegExp(`^\\s*(?:\\w+="\\$\\()?${program} `, 'm').test(text) && findProgram(program) === undefined,
  )
  return missing.length === 0 ? undefined : `it needs a Mac (${missing.join(', ')})`
}
