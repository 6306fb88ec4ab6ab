import { expect, test } from 'vitest'
import { moved, swiped, whole, zoomed } from './zoom.ts'

const room = { width: 1000, height: 600 }
const middle = { x: 0, y: 0 }

test('a picture zooms around the pointer and stays within its limits', () => {
  expect(zoomed(whole, { by: 2, at: middle, room })).toEqual({ scale: 2, x: 0, y: 0 })
  expect(zoomed(whole, { by: 2, at: { x: 200, y: -100 }, room })).toEqual({ scale: 2, x: -200, y: 100 })
  expect(zoomed(whole, { by: 100, at: middle, room }).scale).toBe(6)
  expect(zoomed({ scale: 2, x: -200, y: 100 }, { by: 0.1, at: middle, room })).toEqual(whole)
})

test('a picture cannot be moved out of sight', () => {
  expect(moved(whole, { x: 50, y: 50, room })).toEqual(whole)
  expect(moved({ scale: 2, x: 0, y: 0 }, { x: 9_000, y: -9_000, room })).toEqual({ scale: 2, x: 500, y: -300 })
})

test('only a clear sideways movement is a swipe', () => {
  expect(swiped({ x: -80, y: 10 })).toBe(1)
  expect(swiped({ x: 80, y: 10 })).toBe(-1)
  expect(swiped({ x: 30, y: 0 })).toBe(0)
  expect(swiped({ x: 80, y: 90 })).toBe(0)
})
