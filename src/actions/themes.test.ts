import { expect, it, onTestFinished } from 'vitest'
import { builtInThemes, type ThemePackage } from '../contract/theme.ts'
import { asked, testDoors } from './test-doors.ts'
import { themeDetails } from './theme-details.ts'
import { themes } from './themes.ts'

const doorsOf = testDoors(onTestFinished)
const ocean: ThemePackage = { schema: 1, name: 'ocean', title: 'Ocean', modes: { dark: { '--background': '#001020' } } }
const doorsWith = (active?: string) =>
  doorsOf({ themes: { packages: () => [ocean] } }, active === undefined ? {} : { themes: { active } }).doors

it('lists what comes with the page and what was put there', () => {
  expect(themes({}, doorsWith(), asked)).toEqual({
    built_in: [...builtInThemes],
    packages: ['ocean'],
    active: 'system',
  })
})

it.each([
  ['ocean', 'ocean'],
  ['dark', 'dark'],
  ['removed since', 'system'],
])('when %s is chosen, %s is in use', (chosen, active) => {
  expect(themes({}, doorsWith(chosen), asked)).toMatchObject({ active })
})

it('tells of one theme', () => {
  expect(themeDetails({ name: 'ocean' }, doorsWith(), asked)).toEqual({
    ...{ name: 'ocean', title: 'Ocean', origin: 'package', author: null, modes: ocean.modes },
  })
  expect(themeDetails({ name: 'high-contrast-dark' }, doorsWith(), asked)).toEqual({
    ...{ name: 'high-contrast-dark', title: 'High contrast dark', origin: 'built_in', author: null, modes: {} },
  })
  expect(() => themeDetails({ name: '../ocean' }, doorsWith(), asked)).toThrowError(
    expect.objectContaining({ code: 'not_found' }),
  )
})
