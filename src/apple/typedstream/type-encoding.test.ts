import { expect, it } from 'vitest'
import { Damage } from '../decoded.ts'
import { parseTypes } from './type-encoding.ts'

const double = { kind: 'real', width: 8 }
const int = { kind: 'integer', signed: true }

it('an encoding lists types one after another', () => {
  expect(parseTypes('@iI')).toEqual([{ kind: 'object' }, int, { kind: 'integer', signed: false }])
})

it('an array of bytes is one value', () => {
  expect(parseTypes('[635c]')).toEqual([{ kind: 'bytes', count: 635 }])
})

it('structures contain structures and arrays', () => {
  const point = { kind: 'struct', members: [double, double] }
  const pair = { kind: 'array', count: 2, element: int }
  expect(parseTypes('{CGRect={CGPoint=dd}[2i]}d')).toEqual([{ kind: 'struct', members: [point, pair] }, double])
})

it.each(['{a=', '{x}', '[]', '[3', '[x i]', '^v', 'b4', '['.repeat(100), '{a='.repeat(100)])(
  '%s is not a type',
  (encoding) => {
    expect(() => parseTypes(encoding)).toThrow(Damage)
  },
)
