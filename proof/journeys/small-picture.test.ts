import { expect, test } from 'vitest'
import { picture } from '../../simulator/media/picture.ts'
import { encodePng } from '../../simulator/media/png.ts'
import { small } from './small-picture.ts'

test('a picture of few colours stays as it is, and what was made small can be made small again', () => {
  const png = encodePng(picture(1, 60, 40))
  const once = small(png)
  expect([once.readUInt32BE(16), once.readUInt32BE(20), once[25]]).toEqual([60, 40, 3])
  expect(once.length).toBeLessThan(png.length + 800)
})
