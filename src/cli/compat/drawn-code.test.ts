import { encode } from 'uqr'
import { expect, it } from 'vitest'
import { drawnCode } from './drawn-code.ts'

it('each line shows two rows of the code, dark on light whatever the colours of the terminal are', () => {
  const text = JSON.stringify(['svc_0a1b2c3d_abcdefghijklmnopqrstuvwxyz', 'https://mac.tail1234.ts.net:8443'])
  const lines = drawnCode(text).split('\n')
  const rows = lines.flatMap((line) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal begin with one
    const [, halves = ''] = /^\u001b\[38;5;16;48;5;231m([ ▀▄█]+)\u001b\[0m$/.exec(line) ?? []
    return ['▀█', '▄█'].map((dark) => [...halves].map((half) => dark.includes(half)))
  })
  const { data, size } = encode(text, { border: 2 })
  expect(rows.slice(0, size)).toEqual(data)
})
