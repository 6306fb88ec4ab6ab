import { expect, test } from 'vitest'
import { findWall } from './wall.ts'

const { missing } = await findWall()

test.skipIf(missing !== null || process.platform !== 'linux')(
  'an OS sandbox that is slow to try, as on a busy machine, does not count as missing',
  async () => expect(await findWall({ limitMs: 1 })).toMatchObject({ missing: null }),
)

test('a platform without a known OS sandbox is reported', async () =>
  expect(await findWall({ platform: 'aix' })).toMatchObject({ missing: 'there is none for aix' }))
