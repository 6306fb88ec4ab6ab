/** What an attack on the isolation is, and what it aims at. */

/** Laid out by whoever runs the corpus: nothing of it is of worth, but each piece stands for something that is. */
export interface Prey {
  /** What the files below hold. */
  secret: string
  /** A folder of the user's. In it lie `secret.txt`, `.json`, `.mjs`, `.env`, and `database.db`, which no attack may open. */
  outside: string
  /** The chat.db of Messages, where there is one; it is only ever read, and no more than its first bytes. */
  chatDb: string
  /** The attacker's own folder, in which `planted` is a link to `secret.txt` and `planted-folder` one to the folder. */
  dataDir: string
  /** Where the attacker's code lies, which it may read. */
  codeDir: string
  neighbourDir: string
  /** `config.json` and `state/install.key`. */
  serviceDir: string
  /** A process that is started as the bridge is. */
  bridgePid: number
  /** Where a debugger of that process would listen. */
  inspectorPort: number
  /** Where the bridge listens for what should not come: each notes the name of the attack that it is told. */
  tcpPort: number
  /** Where someone knocks the whole time, and nobody listens. */
  knockedPort: number
  udpPort: number
  unixSocket: string
  abstractSocket: string
  /** The attacker's own way out, which leads to nothing that exists, and that of its neighbour, which leads to `tcpPort`. */
  door: string
  neighbourDoor: string
  /** A library of the system. */
  library: string
  /** Of the user and the machine. */
  userName: string
  hostName: string
}

export interface Attack {
  /** As the end of the sentence "A plugin tries to …". */
  what: string
  /** Only the sandbox of the system keeps it off: Node's permission model knows nothing of it. */
  needsWall?: true
  /** Node's permission model keeps it off since these releases: of each major one the first. */
  heldByNodeSince?: readonly string[]
  /** It may be the end of the process in the bridge's place: no other attack aims at the same one. */
  wantsOwnBridge?: true
  /** Whether it got what it wanted; throwing means that it did not. */
  run(prey: Prey): boolean | Promise<boolean>
}

/** Resolves with what the callback gets; rejects after a while, because what is dropped gives no answer. */
export function answered<T>(begin: (done: (value: T) => void, fail: (error: Error) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('no answer')), patienceMs)
    const settle =
      <V>(how: (value: V) => void) =>
      (value: V) => {
        clearTimeout(late)
        how(value)
      }
    begin(settle(resolve), settle(reject))
  })
}

const patienceMs = 1_000
