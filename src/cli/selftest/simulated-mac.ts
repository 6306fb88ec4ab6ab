/** Gives the self-test what the simulator knows of Macs: the schemas of their databases, and sample files. */
import { sampleFile } from '../../../simulator/media/sample-files.ts'
import { emptyChatDb, emptyContactsStore } from '../../../simulator/schema/empty-databases.ts'
import { macosVersions } from '../../../simulator/schema/macos-version.ts'
import type { SimulatedMac } from '../../selftest/check.ts'

export const simulatedMac: SimulatedMac = {
  versions: macosVersions,
  chatDb: emptyChatDb,
  contactsStore: emptyContactsStore,
  sample: (kind) => sampleFile(kind, 0).bytes,
}
