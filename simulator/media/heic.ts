/** Makes HEIF files as an iPhone names them. The picture inside is a JPEG, since readers recognise the container. */
import { box, fullBox, u16, u32 } from './boxes.ts'

const ITEM = 1

export function encodeHeic(jpeg: Buffer, { width, height }: { width: number; height: number }): Buffer {
  const fileType = box('ftyp', 'heic', u32(0), 'mif1heic')
  const metaLength = meta(0, jpeg.length, width, height).length
  const pictureAt = fileType.length + metaLength + 8
  return Buffer.concat([fileType, meta(pictureAt, jpeg.length, width, height), box('mdat', jpeg)])
}

function meta(pictureAt: number, length: number, width: number, height: number): Buffer {
  return fullBox(
    'meta',
    [0, 0],
    fullBox('hdlr', [0, 0], u32(0), 'pict', u32(0, 0, 0), '\0'),
    fullBox('pitm', [0, 0], u16(ITEM)),
    fullBox('iinf', [0, 0], u16(1), fullBox('infe', [2, 0], u16(ITEM, 0), 'jpeg', '\0')),
    box(
      'iprp',
      box('ipco', fullBox('ispe', [0, 0], u32(width, height))),
      fullBox('ipma', [0, 0], u32(1), u16(ITEM), [1, 0x81]),
    ),
    fullBox('iloc', [0, 0], [0x44, 0x00], u16(1), u16(ITEM, 0, 1), u32(pictureAt, length)),
  )
}
