import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command, Option } from 'commander'
import { expect, test } from 'vitest'
import { commandTree } from '../src/cli/command-tree.ts'
import { errors } from '../src/contract/errors.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** docs/command-line.md is left out: it is generated from the commands, with their own usage texts. */
const documents = globSync('{*,docs/**/*,examples/**/*,packaging/**/*,src/**/*}.md', {
  cwd: root,
  exclude: ['docs/command-line.md'],
})

const service = await commandTree()

test.each(documents)('every command that %s shows exists', (page) => {
  expect(shownIn(readFileSync(join(root, page), 'utf8')).flatMap(troubleWith)).toEqual([])
})

test('every command that the remedies of errors name exists', () => {
  const remedies = Object.values(errors).map(({ remedy }) => remedy)
  expect(remedies.flatMap(shownIn).flatMap(troubleWith)).toEqual([])
})

test.each([
  ['service sennd Anna', ['service sennd Anna: no command sennd']],
  ['service keys list --all', ['service keys list --all: no option --all']],
  ['service keys revoke a b', ['service keys revoke a b: too many words']],
  ['service send Anna "See you" --file plan.pdf', []],
])('%s is judged', (line, trouble) => {
  expect(troubleWith(line)).toEqual(trouble)
})

/** Returns the commands shown in code blocks and in the prose. */
function shownIn(text: string): string[] {
  const code = [...text.matchAll(/^```(?:sh|bash)?\n(.*?)^```/gms), ...text.matchAll(/`([^`\n]+)`/g)]
  return code
    .flatMap(([, block = '']) => block.replaceAll('\\\n', ' ').split(/\n|&&|\||;/))
    .map((line) => line.replace(/^\s*(?:npm run|npx local-messaging-relay) /, '').replace(/^service -- /, 'service '))
    .map((line) => line.trim().replace(/^(?:\w+=\S+ )+(?=service )/, ''))
    .filter((line) => /^service [\w-]/.test(line))
}

function troubleWith(line: string): string[] {
  const words = line.replace(/\s#.*$/, '').match(/"[^"]*"|'[^']*'|\S+/g) ?? []
  let command = service
  const given: string[] = []
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? ''
    if (/^-\w|^--\w/.test(word)) {
      const option = optionOf(command, word)
      if (option === undefined) return [`${line}: no option ${word}`]
      if (option.required && !word.includes('=')) at++
      if (option.variadic) while (at + 1 < words.length && !words[at + 1]?.startsWith('-')) at++
    } else if (command.commands.length > 0 && given.length === 0) {
      const next = command.commands.find((one) => [one.name(), ...one.aliases()].includes(word))
      if (next === undefined) return [`${line}: no command ${word}`]
      command = next
    } else if (!/^[<>…]/.test(word)) given.push(word)
    else at++
  }
  const most = command.registeredArguments.some(({ variadic }) => variadic)
    ? Number.POSITIVE_INFINITY
    : command.registeredArguments.length
  return given.length > most ? [`${line}: too many words`] : []
}

const help = { required: false, variadic: false }

const optionOf = (command: Command, word: string): Pick<Option, 'required' | 'variadic'> | undefined =>
  ['--help', '-h'].includes(word)
    ? help
    : command.options.find(({ short, long }) => [short, long].includes(word.split('=')[0]))
