/** Stands in for /usr/bin/sips: measures pictures, and scales and converts those that the simulator has drawn. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { encodeHeic } from '../media/heic.ts'
import { encodeJpeg } from '../media/jpeg.ts'
import { type Picture, picture } from '../media/picture.ts'
import { commentOf, variantOf } from '../media/picture-mark.ts'
import { pictureSize, type Size } from '../media/picture-size.ts'
import { encodePng } from '../media/png.ts'
import { complain } from './complain.ts'

interface Request {
  readonly inputs: readonly string[]
  readonly output: string | undefined
  readonly format: string | undefined
  readonly longestSide: number | undefined
  readonly properties: readonly string[]
}

const encoders = new Map([
  ['jpeg', encodeJpeg],
  ['png', encodePng],
  ['heic', encodeHeicOf],
])

function encodeHeicOf(drawn: Picture, comment: string): Buffer {
  return encodeHeic(encodeJpeg(drawn, comment), drawn)
}

function parse(argumentsGiven: readonly string[]): Request {
  const rest = [...argumentsGiven]
  const inputs: string[] = []
  const properties: string[] = []
  let output: string | undefined
  let format: string | undefined
  let longestSide: number | undefined
  while (rest.length > 0) {
    const word = rest.shift() ?? ''
    if (word === '-g' || word === '--getProperty') properties.push(rest.shift() ?? '')
    else if (word === '-o' || word === '--out') output = rest.shift()
    else if (word === '-Z' || word === '--resampleHeightWidthMax') longestSide = Number(rest.shift())
    else if (word === '-s' || word === '--setProperty') {
      const [key, value] = [rest.shift(), rest.shift()]
      if (key === 'format') format = value
    } else inputs.push(word)
  }
  return { inputs, output, format, longestSide, properties }
}

function main(request: Request): number {
  const readable = request.inputs.filter((path) => {
    const valid = existsSync(path) && pictureSize(readFileSync(path)) !== undefined
    if (!valid) process.stderr.write(`Warning: ${path} not a valid file - skipping\n`)
    return valid
  })
  if (readable.length === 0) {
    return complain("Error 4: no file was specified\nTry 'sips --help' for help using this tool", 1)
  }
  return Math.max(...readable.map((path) => treat(path, request)))
}

function treat(path: string, { output, format, longestSide, properties }: Request): number {
  const bytes = readFileSync(path)
  const size = pictureSize(bytes) ?? { width: 1, height: 1, format: 'jpeg' }
  if (properties.length > 0) return report(path, properties, size)
  const wanted = format ?? size.format
  const encode = encoders.get(wanted)
  if (encode === undefined) return complain(`Error: Unable to render destination image as ${wanted}`, 13)
  const { width, height } = scaled(size, longestSide)
  const target = output ?? path
  const variant = variantOf(bytes)
  // A different picture would be worse than none: the caller falls back on the original.
  if (variant === undefined) return complain(`Error: Unable to render destination image from ${path}`, 13)
  writeFileSync(target, encode(picture(variant, width, height), commentOf(variant)))
  process.stdout.write(`${resolve(path)}\n  ${resolve(target)}\n`)
  return 0
}

function report(path: string, properties: readonly string[], { width, height, format }: Size): number {
  const values = new Map<string, string | number>([
    ['pixelWidth', width],
    ['pixelHeight', height],
    ['format', format],
  ])
  const lines = properties.map((property) => `  ${property}: ${values.get(property) ?? '<nil>'}\n`)
  process.stdout.write(`${resolve(path)}\n${lines.join('')}`)
  return 0
}

/** Scales the longest side to the length of -Z, up or down. */
function scaled({ width, height }: Size, longestSide: number | undefined): { width: number; height: number } {
  const factor = longestSide === undefined ? 1 : longestSide / Math.max(width, height)
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) }
}

const [, ...argv] = process.argv.slice(2)
process.exitCode = main(parse(argv))
