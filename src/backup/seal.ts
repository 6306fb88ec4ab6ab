/** Encrypts a backup with a passphrase in the format of age (age-encryption.org), so that `age -d` opens it as well. */
import { ServiceError } from '../domain/service-error.ts'
import { invalid } from './manifest.ts'

type Bytes = ReadableStream<Uint8Array>

const header = 'age-encryption.org/v1'

export const isSealed = (head: Uint8Array): boolean => Buffer.from(head).toString('latin1').startsWith(header)

export async function sealed(bytes: Bytes, passphrase: string): Promise<Bytes> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  return encrypter.encrypt(bytes)
}

export async function unsealed(bytes: Bytes, passphrase: string): Promise<Bytes> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return await decrypter.decrypt(bytes)
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('no identity matched'))
      throw new ServiceError('wrong_passphrase', 'The backup does not open with this passphrase.', {}, { cause: error })
    throw invalid('The beginning of the backup is damaged.', error)
  }
}
