/** Stands in for /usr/bin/osacompile: parses a script, and refuses it as the dictionary of this macOS would. */
import { readFileSync, writeFileSync } from 'node:fs'
import { complain } from './complain.ts'
import { knowsRcs, refuseUnknownRcs } from './messages-dictionary.ts'
import { numbers, SyntaxFault } from './osascript/apple-error.ts'
import { parseScript } from './osascript/parse.ts'

const [home = '', ...argv] = process.argv.slice(2)

function main(words: readonly string[]): number {
  const at = words.indexOf('-o')
  const output = at === -1 ? 'a.scpt' : (words[at + 1] ?? '')
  const [file] = words.filter((_, index) => at === -1 || (index !== at && index !== at + 1))
  if (file === undefined) return complain('usage: osacompile [-l language] [-e command] [-o name] [file ...]', 2)
  try {
    const source = readFileSync(file, 'utf8')
    refuseUnknownRcs(source, () => knowsRcs(home))
    parseScript(source)
    writeFileSync(output, 'FasdUAS 1.101.10')
    return 0
  } catch (error) {
    if (!(error instanceof SyntaxFault)) return complain(`osacompile: ${file}: No such file or directory`, 1)
    const place = `${file}:${error.offset}: error: Syntax Error: ${error.message}`
    return complain(`${place} (${numbers.syntax})`, 1)
  }
}

process.exitCode = main(argv)
