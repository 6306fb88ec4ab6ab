/**
 * Keeps the keys of a hub: whoever has this file decides which Macs may connect. The operator signs accounts: one for
 * the hub's own programs and its streams, and one for the Macs, with a key that signs them.
 */
import {
  createAccount,
  createOperator,
  createUser,
  type Export,
  encodeAccount,
  encodeOperator,
  encodeUser,
  fromSeed,
  type Import,
  type KeyPair,
  newScopedSigner,
} from '@nats-io/jwt'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ServiceError } from '../../domain/service-error.ts'
import { writeAtomically } from '../../store/atomic-file.ts'
import { hubKeysFile, natsFolder } from '../../store/hub-folder.ts'
import { prepareFolder, readOwned } from '../../store/owned-file.ts'
import { forHub, forMacs, ofMacs, type Service, tagsOf } from './permissions.ts'

const Seed = Type.String({ pattern: '^S[A-Z2-7]{57}$' })
const Seeds = Type.Object({
  operator: Seed,
  system: Seed,
  hub: Seed,
  macs: Seed,
  signer: Seed,
  worker: Seed,
  admin: Seed,
})
type Seeds = Static<typeof Seeds>

/** An nkey with the token by which NATS knows it. */
export interface Credentials {
  jwt: string
  seed: Uint8Array
}

const makers = {
  operator: createOperator,
  system: createAccount,
  hub: createAccount,
  macs: createAccount,
  signer: createAccount,
  worker: createUser,
  admin: createUser,
} satisfies Record<keyof Seeds, () => KeyPair>

/** Reads the keys, and makes them if there are none. Throws `hub_unavailable` if they cannot be read. */
export function hubKeys(base: string): HubKeys {
  prepareFolder(base)
  prepareFolder(natsFolder(base))
  const path = hubKeysFile(base)
  const kept = readOwned(path)
  if (kept !== undefined) return new HubKeys(seedsIn(kept, path))
  const seeds = Object.fromEntries(Object.entries(makers).map(([name, make]) => [name, seedOf(make())])) as Seeds
  writeAtomically(path, `${JSON.stringify(seeds, null, 2)}\n`)
  return new HubKeys(seeds)
}

const seedOf = (pair: KeyPair): string => new TextDecoder().decode(pair.getSeed())

function seedsIn(bytes: Buffer, path: string): Seeds {
  try {
    const seeds: unknown = JSON.parse(bytes.toString('utf8'))
    if (Value.Check(Seeds, seeds)) return seeds
  } catch {
    // A file that is no JSON holds no keys.
  }
  throw new ServiceError('hub_unavailable', `The keys of the hub in ${path} are damaged. Take them from a backup.`)
}

export class HubKeys {
  readonly #seeds: Seeds
  readonly #pairs = new Map<keyof Seeds, KeyPair>()

  constructor(seeds: Seeds) {
    this.#seeds = seeds
  }

  #pair(name: keyof Seeds): KeyPair {
    const known = this.#pairs.get(name)
    if (known !== undefined) return known
    const pair = fromSeed(this.#seed(name))
    // The library computes it anew each time, which takes milliseconds, and each account names several.
    const publicKey = pair.getPublicKey()
    const remembering = Object.assign(pair, { getPublicKey: () => publicKey })
    this.#pairs.set(name, remembering)
    return remembering
  }

  /** Returns the public key of an account. */
  idOf(account: 'system' | 'hub' | 'macs'): string {
    return this.#pair(account).getPublicKey()
  }

  operatorJwt(): Promise<string> {
    return encodeOperator('hub', this.#pair('operator'), { system_account: this.idOf('system') })
  }

  /** Returns the account in which nats-server reports about itself and receives accounts. */
  systemAccountJwt(): Promise<string> {
    return encodeAccount('system', this.#pair('system'), { limits: withoutStreams }, { signer: this.#pair('operator') })
  }

  /** Returns the account of the hub's own programs and its streams. */
  hubAccountJwt(): Promise<string> {
    const [exports, imports] = [exported(forMacs), this.#imported(forHub, 'macs')]
    const account = { limits: unlimited, exports, imports }
    return encodeAccount('hub', this.#pair('hub'), account, { signer: this.#pair('operator') })
  }

  /**
   * Returns the account of the Macs, which reach nothing of the hub except what is exported to them. `refused` tells
   * when each refused nkey was refused, in Unix milliseconds.
   */
  macsAccountJwt(refused: ReadonlyMap<string, number>): Promise<string> {
    const account = {
      limits: withoutStreams,
      exports: exported(forHub),
      imports: this.#imported(forMacs, 'hub'),
      signing_keys: [newScopedSigner(this.#pair('signer'), 'mac', ofMacs)],
      revocations: Object.fromEntries([...refused].map(([nkey, ms]) => [nkey, Math.ceil(ms / 1_000)])),
    }
    return encodeAccount('macs', this.#pair('macs'), account, { signer: this.#pair('operator') })
  }

  #imported(services: readonly Service[], from: 'hub' | 'macs'): Import[] {
    return services.map(({ subject }) => ({ name: subject, subject, account: this.idOf(from), type: 'service' }))
  }

  /** Returns the token that identifies a Mac; its permissions are part of the account. */
  macJwt({ name, nkey, partition }: { name: string; nkey: string; partition: number }): Promise<string> {
    return encodeUser(
      name,
      nkey,
      this.#pair('macs'),
      { tags: tagsOf(partition) },
      { signer: this.#pair('signer'), scopedUser: true },
    )
  }

  /** Returns the credentials of the hub's own programs, which may do everything in its account. */
  async hubCredentials(): Promise<Credentials> {
    return { jwt: await encodeUser('hub', this.#pair('worker'), this.#pair('hub')), seed: this.#seed('worker') }
  }

  /** Returns the credentials for changing accounts, which allow nothing else on the server. */
  async adminCredentials(): Promise<Credentials> {
    const may = { pub: { allow: [updateSubject] }, sub: { allow: ['_INBOX.>'] } }
    return { jwt: await encodeUser('admin', this.#pair('admin'), this.#pair('system'), may), seed: this.#seed('admin') }
  }

  #seed(name: keyof Seeds): Uint8Array {
    return new TextEncoder().encode(this.#seeds[name])
  }
}

/** The subject on which nats-server receives the accounts of its operator. */
export const updateSubject = '$SYS.REQ.CLAIMS.UPDATE'

const none = -1
const unlimited = {
  subs: none,
  data: none,
  payload: none,
  imports: none,
  exports: none,
  wildcards: true,
  conn: none,
  leaf: 0,
  mem_storage: none,
  disk_storage: none,
  streams: none,
  consumer: none,
}
const withoutStreams = { ...unlimited, mem_storage: 0, disk_storage: 0, streams: 0, consumer: 0 }

const exported = (services: readonly Service[]): Export[] =>
  services.map(({ subject, answers }) => ({ name: subject, subject, type: 'service', response_type: answers }))
