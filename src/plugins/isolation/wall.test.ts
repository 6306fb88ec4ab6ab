import { expect, test } from 'vitest'
import { findWall } from './wall.ts'

const { missing } = await findWall()

test.skipIf(missing !== null || process.platform !== 'linux')(
  'a wall that takes long to be tried, as on a busy machine, is not taken for none',
  async () => expect(await findWall({ limitMs: 1 })).toMatchObject({ missing: null }),
)

test('where no wall is known, that is said', async () =>
  expect(await findWall({ platform: 'aix' })).toMatchObject({ missing: 'there is none for aix' }))
