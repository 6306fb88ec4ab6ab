/** Stands in for /usr/bin/open, which the product uses to launch Messages. */
import { existsSync } from 'node:fs'
import { complain } from './complain.ts'
import { endFault } from './faults.ts'

/** `open` returns before Messages responds. */
const LAUNCH_MS = 300

const MESSAGES = new Set(['Messages', 'com.apple.MobileSMS'])

const [home = '', ...argv] = process.argv.slice(2)

function main(argumentsGiven: readonly string[]): number {
  const application = nameAfter(argumentsGiven, /^-[a-z]*[ab]$/)
  if (application === undefined) return openOther(argumentsGiven.filter((word) => !word.startsWith('-')))
  if (!MESSAGES.has(application.replace(/^.*\/|\.app$/g, ''))) {
    return complain(`Unable to find application named '${application}'`, 1)
  }
  endFault(home, 'not-running', Date.now() + LAUNCH_MS)
  return 0
}

function nameAfter(words: readonly string[], option: RegExp): string | undefined {
  const at = words.findIndex((word) => option.test(word))
  return at === -1 ? undefined : words[at + 1]
}

/** Accepts URLs without showing them; files must exist. */
function openOther(targets: readonly string[]): number {
  const missing = targets.find((target) => !/^[a-z][a-z+.-]*:/.test(target) && !existsSync(target))
  return missing === undefined ? 0 : complain(`The file ${missing} does not exist.`, 1)
}

process.exitCode = main(argv)
