import { expect, test } from 'vitest'
import { peaksOf } from './peaks.ts'

test('a bar is as high as the loudest sample of its stretch, in whichever direction', () => {
  const samples = Float32Array.from([0.1, -0.2, 0.05, 0.4, 0, 0.1])
  expect(peaksOf(samples, 3).map((peak) => Math.round(peak * 100))).toEqual([50, 100, 25])
})

test('the loudest bar of a faint recording has full height', () => {
  expect(Math.max(...peaksOf(Float32Array.from([0.004, -0.008]), 2))).toBe(1)
})

test('silence, noise below hearing and an empty recording have flat bars', () => {
  for (const samples of [[0, 0, 0], [0.0002, -0.0001], []])
    expect(peaksOf(Float32Array.from(samples), 4)).toEqual([0, 0, 0, 0])
})

test('a recording with fewer samples than bars has one for each bar that has none of its own', () => {
  expect(peaksOf(Float32Array.from([0.5]), 3)).toEqual([0, 0, 1])
})
