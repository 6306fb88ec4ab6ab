import { expect, it } from 'vitest'
import { finderAmong } from './names.ts'

const find = finderAmong([
  { number: 1, name: 'Anna Bell', address: '+12025550123', guids: [] },
  { number: 2, name: 'Annabelle Núñez', address: 'annabelle@example.com', guids: [] },
  { number: 3, name: undefined, address: '24273', guids: [] },
  { number: 4, name: 'Familie 🏡', address: 'chat123', guids: ['iMessage;+;chat123'] },
  { number: 5, name: 'Anna Bell', address: '+493012345678', guids: ['any;-;+493012345678'] },
])

it.each<[value: string, found: number[]]>([
  ['anna', [1, 5]],
  ['Ann', [1, 2, 5]],
  ['bell anna', [1, 5]],
  ['nunez', [2]],
  ['+1 (202) 555-0123', [1]],
  ['2025550123', [1]],
  ['Annabelle@Example.com', [2]],
  ['24273', [3]],
  ['familie', [4]],
  ['🏡', [4]],
  ['iMessage;+;chat123', [4]],
  ['any;+;chat123', [4]],
  ['chat123', [4]],
  ['SMS;-;+493012345678', [5]],
  ['nobody', []],
  ['', []],
])('%j refers to %j', (value, found) => {
  expect(find(value)).toEqual(found)
})
