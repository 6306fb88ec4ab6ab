import { expect, it } from 'vitest'
import { groupTitle } from './group-title.ts'

it.each([
  ['', 'Group'],
  ['Anna', 'Anna'],
  ['Anna Ben', 'Anna and Ben'],
  ['Anna Ben Carla Dan', 'Anna, Ben, Carla and Dan'],
  ['Anna Ben Carla Dan Eve', 'Anna, Ben, Carla and 2 others'],
])('the group of %j is called %j', (names, title) => {
  expect(groupTitle(names.split(' ').filter(Boolean))).toBe(title)
})
