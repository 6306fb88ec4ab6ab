import { expect, it } from 'vitest'
import { sameName } from './same-name.ts'

it.each([
  ['José  Núñez', 'jose nunez'],
  ['Jose\u0301', 'JOSÉ'],
  ['Anna-Lena', 'Anna Lena'],
  ['Anna 🦊', 'anna🦊'],
  ['ＡＮＮＡ', 'Anna'],
])('%j and %j are the same name', (one, other) => {
  expect(sameName(one, other)).toBe(true)
})

it.each([
  ['Anna', 'Anna Keller'],
  ['Anna 🦊', 'Anna 🐻'],
  ['🇨🇭', '🇩🇪'],
  ['!!!', '???'],
  ['', '!'],
  [`${'a'.repeat(60)}b`, `${'a'.repeat(60)}c`],
])('%j and %j are not the same name', (one, other) => {
  expect(sameName(one, other)).toBe(false)
})
