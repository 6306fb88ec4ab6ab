import { expect, onTestFinished, test } from 'vitest'
import { isHubFolder } from '../../store/hub-folder.ts'
import { testFolders } from '../../store/test-folder.ts'
import { openHub } from './open-hub.ts'

test('a folder for which no hub was made does not become that of a hub', async () => {
  const base = testFolders(onTestFinished)()
  const settings = {
    postgres_url: '',
    nats_url: 'nats://127.0.0.1:4222',
    nats_ca_file: null,
    nats_replicas: 1,
    macs_connect_to: [],
    partitions: 1,
  }
  await expect(openHub({ base, settings })).rejects.toMatchObject({ code: 'settings_missing' })
  expect(isHubFolder(base)).toBe(false)
})
