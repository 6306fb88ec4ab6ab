import { expect, it } from 'vitest'
import { kindOf, ownRequirement, requirementIn } from './requirement.ts'

const ofMaker =
  'identifier node and anchor apple generic and certificate 1[field.1.2.840.113635.100.6.2.6] /* exists */ and certificate leaf[subject.OU] = HX7739G8FX'

it('finds the requirement in what codesign prints, whether it is stated or follows from the file', () => {
  expect(requirementIn(`Executable=/opt/node\ndesignated => ${ofMaker}\n`)).toBe(ofMaker)
  expect(requirementIn('# designated => cdhash H"00ff"\n')).toBe('cdhash H"00ff"')
  expect(requirementIn('/opt/node: code object is not signed at all\n')).toBeNull()
})

it.each([
  [ofMaker, 'maker'],
  [ownRequirement('AB12'), 'own'],
  ['cdhash H"ab12" or cdhash H"cd34"', 'changing'],
  [null, 'changing'],
] as const)('tells whether the next version satisfies %s', (requirement, kind) => {
  expect(kindOf(requirement)).toBe(kind)
})
