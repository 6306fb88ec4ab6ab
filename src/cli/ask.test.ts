import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ask, readInput } from './ask.ts'

function terminal() {
  const [input, output] = [Object.assign(new PassThrough(), { isTTY: true, setRawMode() {} }), new PassThrough()]
  let written = ''
  output.on('data', (chunk) => {
    written += chunk
  })
  const shown = async () => {
    await setImmediate()
    return written
  }
  return { input, output, shown }
}

it('reads a line as it was typed, including corrections, and shows none of it', async () => {
  const { shown, ...streams } = terminal()
  const answer = ask({ question: 'Password: ', hidden: true }, 'use --stdin', streams)
  streams.input.write('secrex\u007ft wörd\r')
  expect(await answer).toBe('secret wörd')
  expect(await shown()).toBe('Password: \n')
})

it('can ask again after an answer', async () => {
  const { shown, ...streams } = terminal()
  for (const question of ['one? ', 'two? ']) {
    const answer = ask({ question }, 'use --yes', streams)
    streams.input.write('y\r')
    expect(await answer).toBe('y')
    expect(await shown()).toContain(question)
  }
})

it.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s gives no answer', async (_, typed) => {
  const { shown: _shown, ...streams } = terminal()
  const answer = ask({ question: 'Password: ', hidden: true }, 'use --stdin', streams)
  streams.input.write(typed)
  await expect(answer).rejects.toThrow('nothing was changed')
})

it('explains what to do where there is no terminal', async () => {
  const streams = { input: new PassThrough(), output: new PassThrough() }
  await expect(ask({ question: 'Password: ' }, 'use --stdin', streams)).rejects.toThrow('use --stdin')
})

it.each([
  ['a b\n', 'a b'],
  ['a b\r\n', 'a b'],
  [' a\n\n', ' a\n'],
  ['', ''],
])('reads %j as %j', async (given, read) => {
  const input = new PassThrough()
  input.end(given)
  expect(await readInput(input)).toBe(read)
})
