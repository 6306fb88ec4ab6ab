import { expect, test } from 'vitest'
import { type Picture, picture, type Rgb } from '../../simulator/media/picture.ts'
import { encodePng } from '../../simulator/media/png.ts'
import { small } from './small-picture.ts'

/** Three hundred colours that are frequent, and two that are rare, unlike them and like each other. */
const busyPage: Picture = {
  width: 300,
  height: 20,
  colourAt(x, y): Rgb {
    if (y === 0 && x < 2) return x === 0 ? [154, 103, 0] : [200, 40, 40]
    return [x % 150, 128, x < 150 ? 128 : 228]
  },
}

/** The colours of a picture with a palette, as `r,g,b`. */
function paletteOf(png: Buffer): string[] {
  const at = png.indexOf('PLTE')
  const colours = png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4))
  return Array.from({ length: colours.length / 3 }, (_, place) =>
    [...colours.subarray(place * 3, place * 3 + 3)].join(),
  )
}

test('a rare and distinct colour is kept among frequent ones', () => {
  const palette = paletteOf(small(encodePng(busyPage)))
  expect(palette.length).toBeLessThanOrEqual(256)
  expect(palette).toEqual(expect.arrayContaining(['154,103,0', '200,40,40']))
})

test('a picture with few colours stays as it is, and a reduced picture can be reduced again', () => {
  const png = encodePng(picture(1, 60, 40))
  const once = small(png)
  expect([once.readUInt32BE(16), once.readUInt32BE(20), once[25]]).toEqual([60, 40, 3])
  expect(once.length).toBeLessThan(png.length + 800)
})
